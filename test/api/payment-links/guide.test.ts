import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { modulesOf, readQrCode } from '#test/qr-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { visit } from './links.ts'

let app: RunningGateway
let folder: string

beforeAll(async () => {
  app = await useGateway()
  folder = await mkdtemp(join(tmpdir(), 'sell-with-a-link-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await app.close()
})

it('the program of the guide makes a link that asks for its price, and its QR code', async () => {
  const { baseUrl, merchant } = app
  const guide = await readFile('docs/integrate/sell-with-a-link.md', 'utf8')
  const [, program = ''] = /```sh\n(.*?)```/s.exec(guide) ?? []
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const env = { PATH, BASE_URL: baseUrl, TOKEN: merchant.token, TERMINAL_ID: merchant.terminalId }
  await promisify(execFile)('bash', ['-e', '-c', program], { cwd: folder, env })
  const link = JSON.parse(await readFile(join(folder, 'link.json'), 'utf8'))
  expect(link).toMatchObject({ status: 'ACTIVE', description: 'Pottery workshop', amount: 4900 })
  expect(readQrCode(modulesOf(await readFile(join(folder, 'code.svg'), 'utf8')))).toBe(link.url)
  const page = await visit(link.url)
  expect(page.status).toBe(200)
  for (const text of ['Pottery workshop', '€49.00', 'data-action="link-pay"']) expect(page.html).toContain(text)
})
