import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '#app/api-process.ts'
import { readConfig } from '#app/config.ts'
import { openGateway } from '#app/open-gateway.ts'
import { startWorker } from '#app/worker-process.ts'
import { requestRotation } from '#flows/keys/request-rotation.ts'
import { showKeys } from '#flows/keys/show-keys.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { freePort } from '#test/ports.ts'
import { createTestMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { saveCard, savedCard } from '../saved-cards/saved-card-support.ts'
import { complete, toChallenge } from '../three-ds/shopper.ts'

// Two machines on one database are given a new master key one after the other, as docs/operate/keys.md says.

const [OLD, NEW] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
const BEFORE = { MASTER_KEY: OLD }
const BOTH_READ = { MASTER_KEY: OLD, MASTER_KEY_PREVIOUS: NEW }
const NEW_SEALS = { MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD }
const AFTER = { MASTER_KEY: NEW }

type Machine = Awaited<ReturnType<typeof startMachine>>

let database: FreshDatabase
let ports: readonly [number, number]
let machines: [Machine, Machine]
let merchant: TestMerchant

async function startMachine(at: 0 | 1, keys: Record<string, string>) {
  const own = { PORT: String(ports[at]), SHOP_PORT: 'off', DATABASE_URL: database.url, LOG_LEVEL: 'fatal' }
  const address = { BASE_URL: `http://127.0.0.1:${ports[0]}` }
  const config = { ...readConfig({ ...own, ...address, ...keys }), databaseUrl: database.url }
  const [{ gateway, close }, api, worker] = [
    await openGateway(config, 'test', 2),
    await startApi(config),
    await startWorker(config),
  ]
  const stop = async () => {
    await Promise.all([api.close(), worker.close(), close()])
  }
  return { gateway, stop, url: `http://127.0.0.1:${config.port}` }
}

async function restart(at: 0 | 1, keys: Record<string, string>): Promise<void> {
  await machines[at].stop()
  machines[at] = await startMachine(at, keys)
}

/** Requires each machine to open what the other has sealed. */
async function everythingWorks(): Promise<void> {
  const card = await saveCard(merchant)
  const order = merchant.order(savedCard(card))
  const headers = { 'idempotency-key': String(order.reference) }
  const path = '/api/transactions/authorize'
  for (const [one, other] of [machines, machines.toReversed()]) {
    const challenge = await toChallenge(merchant)
    expect((await complete(merchant, challenge, 'Y', other!.url)).body.result.status).toBe('APPROVED')
    const first = await merchant.call('POST', path, { body: order, headers, at: one!.url })
    expect(first.body.result).toMatchObject({ status: 'APPROVED' })
    expect((await merchant.call('POST', path, { body: order, headers, at: other!.url })).text).toBe(first.text)
  }
}

beforeAll(async () => {
  database = await freshDatabase()
  ports = [await freePort(), await freePort()]
  machines = [await startMachine(0, BEFORE), await startMachine(1, BEFORE)]
  merchant = await createTestMerchant(machines[0].gateway)
})
afterAll(async () => {
  for (const machine of machines) await machine.stop()
  await database.drop()
})

// Explores: what each machine does is tested for itself.
describe('with two machines everything works', { tags: ['full'] }, () => {
  it.each([
    ['before', BEFORE],
    ['while the new key is given to each as MASTER_KEY_PREVIOUS', BOTH_READ],
    ['while the new key becomes the MASTER_KEY of each', NEW_SEALS],
  ])('%s', async (_step, keys) => {
    for (const at of [0, 1] as const) {
      await restart(at, keys)
      await everythingWorks()
    }
  })

  it('after a rotation each with the new key alone', async () => {
    const [{ gateway }] = machines
    await requestRotation(gateway, 'test')
    await everythingWorks()
    await eventually('the rotation to be complete', 30, async () => {
      const { rotation, underAnotherKey } = await showKeys(gateway)
      return rotation?.completedAt && Object.values(underAnotherKey).every((count) => count === 0)
    })
    for (const at of [0, 1] as const) {
      await restart(at, AFTER)
      await everythingWorks()
    }
  })
})
