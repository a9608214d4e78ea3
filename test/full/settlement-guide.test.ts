// @module-tag full
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayProcess, type Home, makeHome, startGateway } from '#test/gateway.ts'
import { connectMerchant, NOT_ENROLLED } from '#test/test-merchant.ts'

// The commands of docs/operate/settlement-files.md#try-it, unchanged, in a folder with the demo's data.

let home: Home
let gateway: GatewayProcess
let folder: string
beforeAll(async () => {
  home = await makeHome()
  gateway = await startGateway(home)
  folder = await mkdtemp(join(tmpdir(), 'tollgate-guide-'))
  await symlink(home.env.DATA_DIR!, join(folder, 'data'))
}, 60_000)
afterAll(async () => {
  await gateway.stop()
  await home.remove()
  await rm(folder, { recursive: true })
})

async function payInShop(): Promise<void> {
  const { base_url, merchant: demo } = gateway.demo
  const merchant = await connectMerchant(base_url, {
    merchantId: demo.merchant_id,
    terminalId: demo.terminal_id,
    publicKey: demo.public_key,
    clientId: demo.client_id!,
    clientSecret: demo.client_secret!,
  })
  const paid = await merchant.authorize({ transaction_type: 'PURCHASE', metadata: NOT_ENROLLED })
  expect(paid.body.result.status).toBe('APPROVED')
}

it('shows the planted fault, and undoes the import', { timeout: 60_000 }, async () => {
  await payInShop()
  const page = await readFile('docs/operate/settlement-files.md', 'utf8')
  const [, commands] = /^## Try it\n[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(page)!
  const lines = commands!.replaceAll(/npm run (-s )?tollgate --/g, `node ${resolve('src/cli/index.ts')}`)
  const { PATH } = process.env
  const options = { cwd: folder, env: { PATH, HOME: folder, DATABASE_URL: home.env.DATABASE_URL } }
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${lines}`], options)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^different +1$/m)
  expect(stdout).toMatch(/^2 +DIFFERENT +trx_\w+ +\{.*"amount":\d+/m)
  expect(stdout).toMatch(/^reverted at +20/m)
})
