// @module-tag full
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type GatewayProcess, type Home, makeHome, startGateway } from '#test/gateway.ts'
import { connectMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { tollgate } from '../../api/cli/tollgate.ts'
import { saveCard, savedCard } from '../../api/saved-cards/saved-card-support.ts'
import { hasSecurityModule, openSecurityModule, runGuide, type SecurityModule } from './security-module.ts'

// The master key moves from every source to every kind of source, while payments go on (docs/operate/keys.md).

const newKey = () => randomBytes(32).toString('base64')

let home: Home
let folder: string
let module: SecurityModule
let gateway: GatewayProcess
let merchant: TestMerchant
let card: string
/** Settings of the key in use. */
let current: Record<string, string>

beforeAll(async () => {
  if (!hasSecurityModule) return
  home = await makeHome()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-keys-'))
  module = await openSecurityModule()
  current = { MASTER_KEY: newKey() }
  await start(current)
  const { merchant: demo, base_url } = gateway.demo
  merchant = await connectMerchant(base_url, {
    merchantId: demo.merchant_id,
    terminalId: demo.terminal_id,
    publicKey: demo.public_key,
    clientId: demo.client_id!,
    clientSecret: demo.client_secret!,
  })
  card = await saveCard(merchant)
}, 60_000)

afterAll(async () => {
  await gateway?.stop()
  await home?.remove()
  await module?.remove()
  if (folder) await rm(folder, { recursive: true })
})

async function start(keys: Record<string, string>): Promise<void> {
  await gateway?.stop()
  gateway = await startGateway(home, { WORKERS: '2', ...module.env, ...keys })
}

const previous = (keys: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(keys).map(([name, value]) => [name.replace('MASTER_KEY', 'MASTER_KEY_PREVIOUS'), value]),
  )

async function pay(): Promise<void> {
  expect((await merchant.authorize(savedCard(card))).body.result.status).toBe('APPROVED')
}

async function file(): Promise<Record<string, string>> {
  const path = join(folder, 'key')
  await writeFile(path, `${newKey()}\n`, { mode: 0o600 })
  return { MASTER_KEY_FILE: path }
}

const shares = async () => ({ MASTER_KEY_FILE: (await runGuide('Shares of two people', folder)).MASTER_KEY_FILE! })
const token = async () => ({ MASTER_KEY_COMMAND: await module.createKey() })
const environment = async () => ({ MASTER_KEY: newKey() })

describe.skipIf(!hasSecurityModule)('the master key', () => {
  it.each([
    ['the environment to a file', file],
    ['a file to shares', shares],
    ['shares to a token of PKCS #11', token],
    ['a token to the environment', environment],
  ])('moves from %s while payments go on', { timeout: 120_000 }, async (_from, create) => {
    const [old, next] = [current, await create()]
    await start({ ...next, ...previous(old) })
    let goesOn = true
    let paid = 0
    const shopper = async () => {
      while (goesOn) {
        await pay()
        paid += 1
      }
    }
    const shoppers = Promise.all([shopper(), shopper()])
    await Promise.race([shoppers, eventually('the first payments', 30, async () => paid > 2)])
    const before = paid
    const { code, err } = await tollgate({ DATA_DIR: home.env.DATA_DIR! }, 'keys', 'rotate')
    await sleep(200)
    goesOn = false
    await shoppers
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(paid).toBeGreaterThan(before)
    await start(next)
    await pay()
    current = next
  })

  it('is not read from a token with a wrong PIN, and the start says so', { timeout: 60_000 }, async () => {
    await expect(
      startGateway(home, { ...module.env, PIN: '000000', MASTER_KEY_COMMAND: await module.createKey() }),
    ).rejects.toThrow('MASTER_KEY_COMMAND must succeed; it ends with exit code 1.')
  })
})
