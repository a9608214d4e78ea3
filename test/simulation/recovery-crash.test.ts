// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { openRestartableGateway, type RestartableGateway } from '#test/restartable-gateway.ts'
import { connectMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { agree, charge, schemeEntries } from '../api/agreements/agreements.ts'
import { advance, DAY, recordOf } from '../api/expiry/expiries.ts'
import type { Shown } from '../api/manage/follow-ups.ts'
import { eventsOf } from '../api/three-ds/shopper.ts'
import { layTraps, type Traps } from './campaign/failpoints/traps.ts'

// The worker dies between the claim and the answer of a charge that is asked for again: one charge at most
// (docs/reference/agreements.md#recovery).

const PATIENCE_SECONDS = 90

let traps: Traps
let gateway: RestartableGateway
let merchant: TestMerchant
let operator: TestMerchant
beforeAll(async () => {
  traps = await layTraps()
  const env = { ...traps.env, PROVIDER_TIMEOUT_SECONDS: '2', LOG_LEVEL: 'fatal' }
  gateway = await openRestartableGateway(env, traps.nodeArgs)
  const demo = await gateway.demo()
  const access = { merchantId: demo.merchant.merchant_id, terminalId: demo.merchant.terminal_id }
  const connect = ({ client_id: clientId, client_secret: clientSecret }: Shown) =>
    connectMerchant(gateway.baseUrl, { ...access, publicKey: demo.merchant.public_key, clientId, clientSecret })
  merchant = await connect(demo.merchant)
  operator = await connect(demo.operator)
}, 120_000)
afterAll(async () => {
  await gateway?.close()
  await traps?.close()
})

it.each([
  ['ask-begun-not-sent', 'a provider that never received it is asked on the next day'],
  ['rest-voided-not-recorded', 'what the provider approved is found'],
  ['inquiry-answered-not-committed', 'an answer that was not kept is found'],
])('a worker that dies at %s: %s', { timeout: 2 * PATIENCE_SECONDS * 1000 }, async (point) => {
  const { agreement_id } = await agree(merchant)
  const options = { recovery: { after_days: [1, 3] } }
  const charged = await charge(merchant, agreement_id, { options }, { simulate_charge_outcomes: '1004,0000,0000' })
  expect(charged).toMatchObject({ status: 'PENDING', awaiting: 'recovery' })
  await traps.arm(point)
  await advance(merchant, DAY)
  await eventually('the death of the worker', PATIENCE_SECONDS, async () => (await traps.sprung()).has(point))
  const settled = await eventually('an answer', PATIENCE_SECONDS, async () => {
    const record = await recordOf(merchant, charged).catch(() => undefined)
    return record && (record.status !== 'PENDING' || isLost(record)) ? record : undefined
  })
  if (settled.status === 'PENDING') await advance(merchant, 2 * DAY)
  const ended = await eventually('the end', PATIENCE_SECONDS, async () => {
    const record = await recordOf(merchant, charged)
    return record.status === 'PENDING' ? undefined : record
  })
  expect(ended.status).toBe('APPROVED')
  const live = (await schemeEntries(merchant, charged)).filter(({ state }) => state === 'CHARGED')
  expect(live).toHaveLength(1)
  expect(await eventsOf(merchant, charged.id)).toHaveLength(1)
  expect((await operator.call('GET', '/admin/ledger/verify')).body.discrepancies).toEqual([])
})

/** True once an attempt that never arrived made room for another. */
function isLost({ awaiting, data }: Shown): boolean {
  const codes: string[] = data.retry_options.data.attempts.map((one: Shown) => one.processing_code)
  return awaiting === 'recovery' && codes.includes('1001')
}
