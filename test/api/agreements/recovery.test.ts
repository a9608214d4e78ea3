import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeTerminal } from '#flows/admin/terminals.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { createTestMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { advance, DAY, eventsOfType, recordOf, timeIn } from '../expiry/expiries.ts'
import type { Shown } from '../manage/follow-ups.ts'
import { saveCard, savedCard } from '../saved-cards/saved-card-support.ts'
import { eventsOf } from '../three-ds/shopper.ts'
import { agree, change, charge, schemeEntries } from './agreements.ts'

// A declined charge is asked for again (docs/reference/agreements.md#recovery).

let app: RunningGateway
let merchant: TestMerchant
let agreementId: string
beforeAll(async () => {
  app = await useGateway()
  merchant = await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
  agreementId = (await agree(merchant)).agreement_id
})
afterAll(() => app.close())

/** Charges with a recovery after 1 and 3 days. */
function chargeWithRecovery(outcomes: string, metadata = {}, changes = {}) {
  const options = { recovery: { after_days: [1, 3] } }
  return charge(merchant, agreementId, { options, ...changes }, { simulate_charge_outcomes: outcomes, ...metadata })
}

const stop = ({ id }: Shown) => merchant.call('POST', `/api/transactions/${id}/stop-recovery`)

/** The simulator's entries, once there are so many. */
function asks(charged: Shown, count: number) {
  return eventually(`ask ${count}`, 30, async () => {
    const entries = await schemeEntries(merchant, charged)
    return entries.length >= count ? entries : undefined
  })
}

it('waits for its day and then succeeds, with one event at the end', async () => {
  const tomorrow = Date.parse(await timeIn(merchant, DAY))
  const charged = await chargeWithRecovery('1004,0000')
  expect(charged).toMatchObject({
    status: 'PENDING',
    processing_code: '1002',
    awaiting: 'recovery',
    data: { retry_options: { status: 'SCHEDULED' } },
  })
  const { next_attempt_at } = charged.data.retry_options.data
  expect(Math.abs(Date.parse(next_attempt_at) - tomorrow)).toBeLessThan(60_000)
  const scheduled = await eventsOfType(merchant, 'transaction.retry_scheduled')
  expect(scheduled).toMatchObject([{ id: charged.id, processing_code: '1004', next_attempt_at }])
  expect(await eventsOf(merchant, charged.id)).toEqual([])

  await advance(merchant, DAY)
  const ended = await eventually('the second ask', 30, async () => {
    const record = await recordOf(merchant, charged)
    return record.status === 'PENDING' ? undefined : record
  })
  expect(ended).toMatchObject({ status: 'APPROVED', awaiting: null, data: { retry_options: { status: 'SUCCEEDED' } } })
  expect(ended.data.retry_options.data).not.toHaveProperty('next_attempt_at')
  expect(ended.data.retry_options.data.attempts).toHaveLength(2)
  expect(await eventsOf(merchant, charged.id)).toMatchObject([{ status: 'APPROVED' }])
})

it('is declined after the last day, with the last code', async () => {
  const charged = await chargeWithRecovery('1004,1000,1004')
  await advance(merchant, DAY)
  await asks(charged, 2)
  await eventually(
    'the third ask is scheduled',
    20,
    async () => (await recordOf(merchant, charged)).awaiting === 'recovery',
  )
  await advance(merchant, 2 * DAY)
  const ended = await eventually('the end', 30, async () => {
    const record = await recordOf(merchant, charged)
    return record.status === 'DECLINED' ? record : undefined
  })
  expect(ended).toMatchObject({ processing_code: '1004', data: { retry_options: { status: 'EXHAUSTED' } } })
  expect(await schemeEntries(merchant, charged)).toHaveLength(3)
  expect(await eventsOf(merchant, charged.id)).toHaveLength(1)
})

it('advice delays the next ask or ends the recovery', async () => {
  const inTwoDays = Date.parse(await timeIn(merchant, 2 * DAY))
  const delayed = await chargeWithRecovery('1004,0000', { simulate_advice: '26' })
  expect(Date.parse(delayed.data.retry_options.data.next_attempt_at)).toBeGreaterThanOrEqual(inTwoDays - 5000)
  expect(delayed.data.advice).toBe('TRY_LATER')
  expect((await stop(delayed)).body).toMatchObject({ status: 'DECLINED', processing_code: '1004' })
})

it('stop-recovery ends it with its last decline; a second time there is nothing to stop', async () => {
  const charged = await chargeWithRecovery('1004,0000')
  const { status, body } = await stop(charged)
  expect([status, body.status, body.processing_code, body.awaiting]).toEqual([200, 'DECLINED', '1004', null])
  expect(await eventsOf(merchant, charged.id)).toMatchObject([{ status: 'DECLINED', processing_code: '1004' }])
  expect((await stop(charged)).body.errors).toMatchObject([{ property: 'status' }])
  expect((await stop({ id: 'trx_unknown' })).status).toBe(404)
})

it('a canceled agreement ends it at the next ask, without asking', async () => {
  const shop = await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
  const { agreement_id } = await agree(shop)
  const options = { recovery: { after_days: [1] } }
  const charged = await charge(shop, agreement_id, { options }, { simulate_charge_outcomes: '1004,0000' })
  await change(shop, agreement_id, { status: 'CANCELED' })
  await advance(shop, DAY)
  const ended = await eventually('the end', 30, async () => {
    const record = await recordOf(shop, charged)
    return record.status === 'DECLINED' ? record : undefined
  })
  expect(ended).toMatchObject({ processing_code: '1004' })
  expect(await schemeEntries(shop, charged)).toHaveLength(1)
})

it.each([[[3, 1]], [[1, 1]], [[]], [[31]], [[1.5]], [[1, 2, 3, 4, 5, 6, 7, 8, 9]]])(
  'after_days %j is a 422',
  async (after_days) => {
    const payment_method = { type: 'agreement', data: { agreement_id: agreementId } }
    const { status, body } = await merchant.authorize({ payment_method, options: { recovery: { after_days } } })
    expect(status).toBe(422)
    expect(body.errors[0].property).toMatch(/^options\.recovery\.after_days/)
  },
)

it('recovery beside another method is a 422 on it', async () => {
  const { body } = await merchant.authorize({ options: { recovery: { after_days: [1] } } })
  expect(body.errors).toMatchObject([{ property: 'options.recovery' }])
})

it('charges the card that the agreement was moved to meanwhile, and its record says so', async () => {
  const { agreement_id } = await agree(merchant)
  const options = { recovery: { after_days: [1] } }
  const charged = await charge(merchant, agreement_id, { options }, { simulate_charge_outcomes: '1004,0000' })
  expect(charged).toMatchObject({ status: 'PENDING', payment_method: { brand: 'visa' } })
  const token = await saveCard(merchant, {}, { number: '5555555555554444' })
  const move = { ...savedCard(token), agreement: { id: agreement_id } }
  expect((await merchant.authorize(move)).body.result).toMatchObject({ status: 'APPROVED' })
  await advance(merchant, DAY)
  const ended = await eventually('the second ask', 30, async () => {
    const record = await recordOf(merchant, charged)
    return record.status === 'PENDING' ? undefined : record
  })
  expect(ended).toMatchObject({ status: 'APPROVED', payment_method: { type: 'agreement', brand: 'mastercard', token } })
})

it('ends if the terminal accepts no payments any longer', async () => {
  const own = await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
  const { agreement_id } = await agree(own)
  const options = { recovery: { after_days: [1] } }
  const charged = await charge(own, agreement_id, { options }, { simulate_charge_outcomes: '1004,0000' })
  await changeTerminal(app.gateway, 'test', own.terminalId, { acceptsPayments: false })
  await advance(own, DAY)
  const ended = await eventually('the end', 30, async () => {
    const record = await recordOf(own, charged)
    return record.status === 'PENDING' ? undefined : record
  })
  expect(ended).toMatchObject({ status: 'DECLINED', processing_code: '1004' })
  expect(await schemeEntries(own, charged)).toHaveLength(1)
})
