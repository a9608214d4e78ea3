// @module-tag full
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { checks, requests } from './k6.ts'

// The script for k6, which is not here: its types judge the script, and a test double sends its requests.

const SCRIPT = 'examples/load/k6.js'
const run = promisify(execFile)

let app: RunningGateway
let folder: string
beforeAll(async () => {
  app = await useGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-load-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await app.close()
})

/** Web Crypto of k6, which its types leave out. */
const CRYPTO = `declare const crypto: {
  randomUUID(): string
  readonly subtle: {
    importKey(format: 'spki', key: ArrayBuffer, algorithm: object, extractable: boolean, usages: 'encrypt'[]): Promise<object>
    encrypt(algorithm: object, key: object, data: Uint8Array): Promise<ArrayBuffer>
  }
}`

it('the types of k6 accept the script', { timeout: 300_000 }, async ({ skip }) => {
  const install = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, '@types/k6@2.3.0']
  const isThere = await run('npm', install).then(
    () => true,
    () => false,
  )
  skip(!isThere, 'The types of k6 are out of reach.')
  await writeFile(join(folder, 'crypto.d.ts'), CRYPTO)
  await copyFile(SCRIPT, join(folder, 'k6.js'))
  const target = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2023', '--types', 'k6']
  const options = ['--checkJs', '--strict', 'false', '--noEmit', ...target]
  const tsc = [resolve('node_modules/typescript/bin/tsc'), ...options, 'crypto.d.ts', 'k6.js']
  const said = await run(process.execPath, tsc, { cwd: folder }).catch(({ stdout }) => ({ stdout }))
  expect(said.stdout).toBe('')
})

it('the script pays, and each threshold of a request names one', async () => {
  const { clientId, clientSecret, publicKey, terminalId } = app.merchant
  const access = { client_id: clientId, client_secret: clientSecret, public_key: publicKey, terminal_id: terminalId }
  const demo = join(folder, 'demo.json')
  const { baseUrl } = app
  await writeFile(demo, JSON.stringify({ base_url: baseUrl, auth_url: baseUrl, realm: 'uat', merchant: access }))
  const { pay, options } = await load({ DEMO: demo })
  await pay()
  await pay()
  const paid = ['the payment is approved', 'it is recorded'].map((name) => ({ name, holds: true }))
  expect(checks).toEqual([...paid, ...paid])
  expect(requests).toEqual(['token', 'authorize', 'status', 'authorize', 'status'])
  const measured = Object.keys(options.thresholds).flatMap((name) => name.match(/(?<=name:)\w+/) ?? [])
  expect(measured).toEqual(['authorize', 'status'])
})

/** Loads the script as k6 does, with its modules and globals. */
async function load(env: Record<string, string>) {
  const double = new URL('k6.ts', import.meta.url).href
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      /^k6(\/|$)/.test(name) ? { url: double, shortCircuit: true } : next(name, context),
  })
  vi.stubGlobal('__ENV', env)
  vi.stubGlobal('open', (path: string) => readFileSync(path, 'utf8'))
  const { default: pay, options } = await import(pathToFileURL(SCRIPT).href)
  vi.unstubAllGlobals()
  hooks.deregister()
  return { pay, options }
}
