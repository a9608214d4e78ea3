// @module-tag full
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MERCHANTS_PATH } from '#test/merchant-project.ts'
import { freePort } from '#test/ports.ts'

// The commands of docs/contribute/add-a-provider.md, as a reader types them. container/build.test.ts has those of the image.

const run = promisify(execFile)
const GUIDE = readFileSync('docs/contribute/add-a-provider.md', 'utf8')
const [, STEPS] = GUIDE.split('## Step by step')
const [COPY, START] = [...STEPS!.matchAll(/^ {3}```sh\n([\s\S]*?)^ {3}```$/gm)].map(([, commands]) => commands!)

let root: string
let clone: string
let env: NodeJS.ProcessEnv
let missing: string | undefined
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tollgate-guide-'))
  clone = join(root, 'tollgate')
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const file of stdout.split('\0').filter((name) => name !== '')) await cp(file, join(clone, file))
  await symlink(resolve('node_modules'), join(clone, 'node_modules'))
  env = { HOME: process.env.HOME, PATH: dirname(process.execPath) + delimiter + MERCHANTS_PATH }
  missing = await run('npm', ['view', 'csv-parse', 'version'], { env }).then(
    () => undefined,
    () => 'npm install needs the package registry.',
  )
}, 120_000)
afterAll(() => rm(root, { recursive: true, force: true }))

it('the copied example keeps every promise, and the gateway starts with it', { timeout: 600_000 }, async ({ skip }) => {
  skip(missing !== undefined, missing)
  const { stdout } = await run('sh', ['-euc', COPY!], { cwd: clone, env })
  expect(stdout).toContain('Every promise is kept.')

  const data = join(root, 'data')
  const ports = { PORT: String(await freePort()), SHOP_PORT: 'off', DEMO_HISTORY: 'off', WORKERS: '1', DATA_DIR: data }
  const gateway = spawn('sh', ['-euc', START!], { cwd: clone, env: { ...env, ...ports }, detached: true })
  const exit = once(gateway, 'exit')
  const ready = new Promise<void>((wake) => gateway.stdout.on('data', (text) => text.includes('is ready') && wake()))
  try {
    await Promise.race([ready, exit])
    const { base_url: url, merchant, operator } = JSON.parse(await readFile(join(data, 'demo.json'), 'utf8'))
    const { client_id, client_secret } = operator
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
    const token = await fetch(`${url}/realms/uat/protocol/openid-connect/token`, { method: 'POST', body })
    const { access_token } = (await token.json()) as { access_token: string }
    const account = await fetch(`${url}/admin/merchants/${merchant.merchant_id}/provider-accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'acme', name: 'Acme', credentials: { secret_key: 'sk_test_0123456789' } }),
    })
    expect([account.status, await account.json()]).toMatchObject([201, { provider: 'acme' }])
  } finally {
    if (gateway.exitCode === null) process.kill(-gateway.pid!, 'SIGINT')
    await exit
  }
})
