// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { connectMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { startLocalDatabase } from '../../src/supervisor/local-database.ts'
import { type Action, complete, toChallenge } from '../api/three-ds/shopper.ts'
import { openRestartableGateway, type RestartableGateway } from '../support/restartable-gateway.ts'
import { filesOf } from './card-data/places.ts'

// The data folder, the master key and a stored payment_data contain no key to it once its payment is over (PCI DSS
// 3.3.1). An UNLOGGED table reaches the disk when the server stops, so it is stopped to look.

/** From the final status until the bytes are out of the file, while everything runs. */
const BOUND_SECONDS = 10

let gateway: RestartableGateway
let merchant: TestMerchant
beforeAll(async () => {
  gateway = await openRestartableGateway({ WORKERS: '1', LOG_LEVEL: 'warn' })
  await gateway.stop()
}, 60_000)
beforeEach(() => gateway.start(), 60_000)
afterEach(() => gateway.stop(), 60_000)
afterAll(() => gateway?.close(), 60_000)

/** A payment in the middle of its challenge, and what is kept for it. */
interface Kept {
  readonly action: Action
  readonly sealedKey: Uint8Array
  readonly paymentData: string
}

async function begin(): Promise<Kept> {
  const { merchant: demo } = await gateway.demo()
  merchant = await connectMerchant(gateway.baseUrl, {
    merchantId: demo.merchant_id,
    terminalId: demo.terminal_id,
    publicKey: demo.public_key,
    clientId: demo.client_id,
    clientSecret: demo.client_secret,
  })
  const action = await toChallenge(merchant)
  const [row] = await inDatabase(
    (sql) => sql<{ sealedKey: Uint8Array; paymentData: string }[]>`
      select sealed_key as "sealedKey", payment_data as "paymentData" from authentication_secrets
      where transaction_id = ${action.transaction_id}`,
  )
  return { action, ...row! }
}

async function inDatabase<T>(act: (sql: Database) => Promise<T>): Promise<T> {
  const sql = openDatabase((await startLocalDatabase(gateway.dataDir)).url, 'test', 1)
  return await act(sql).finally(() => sql.end())
}

async function approve({ action }: Kept): Promise<void> {
  expect((await complete(merchant, action)).body.result).toMatchObject({ status: 'APPROVED' })
}

/** Stops the server alone, which writes everything to its files as it stands, and looks for what was kept. */
async function isOnDisk({ sealedKey, paymentData }: Kept): Promise<boolean[]> {
  await (await startLocalDatabase(gateway.dataDir)).stop()
  const files = await filesOf({ gateway })
  return [Buffer.from(sealedKey), Buffer.from(paymentData)].map((secret) => files.some((file) => file.includes(secret)))
}

it('while its shopper authenticates, the sealed code and its key are on the disk', { timeout: 120_000 }, async () => {
  const kept = await begin()
  await gateway.stop()
  expect(await isOnDisk(kept)).toEqual([true, true])
})

it('once its payment is over they are gone soon, also while others authenticate', { timeout: 120_000 }, async () => {
  const [over, other] = [await begin(), await begin()]
  await approve(over)
  await sleep(BOUND_SECONDS * 1000)
  await gateway.killEverything()
  expect([await isOnDisk(over), await isOnDisk(other)]).toEqual([
    [false, false],
    [true, true],
  ])
  await gateway.start()
  await approve(other)
})

it('a stop takes those of the last payment with it', { timeout: 120_000 }, async () => {
  const kept = await begin()
  await approve(kept)
  await gateway.stop()
  expect(await isOnDisk(kept)).toEqual([false, false])
})

it('a start erases the secrets that a killed process left', { timeout: 120_000 }, async () => {
  const kept = await begin()
  await approve(kept)
  await gateway.killEverything()
  await gateway.start()
  await gateway.killEverything()
  expect(await isOnDisk(kept)).toEqual([false, false])
})
