import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeProviderAccount } from '#flows/admin/provider-accounts.ts'
import { proveLedger } from '#flows/ledger/verify.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { authorized, done, follow, refused, type Shown } from '../manage/follow-ups.ts'
import { createSession } from '../sessions/browser.ts'
import { advance, DAY, eventsOfType, expiriesOf, expiryOf, HOUR, recordOf, timeIn } from './expiries.ts'

// Authorizations expire by the merchant's clock (docs/reference/follow-ups.md#authorization-expiry).

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
})
afterAll(() => app.close())

const held = async (own: TestMerchant) =>
  (await own.call('GET', '/api/balances')).body.items.find(({ currency }: Shown) => currency === 'EUR').authorized

const daysAfter = ({ created_at, authorization_expires_at }: Shown) =>
  (Date.parse(authorization_expires_at) - Date.parse(created_at)) / (DAY * 1000)

const proven = async ({ merchantId }: TestMerchant) => {
  const { discrepancies } = await proveLedger(app.gateway, new AbortController().signal)
  expect(discrepancies.filter((one) => one.merchantId === merchantId)).toEqual([])
}

describe('the date of an approved AUTHORIZE', () => {
  it('is seven days after the approval, and no other transaction has one', async () => {
    const payment = await authorized(merchant)
    expect(daysAfter(payment)).toBeCloseTo(7, 3)
    expect(await recordOf(merchant, payment)).toEqual(payment)
    expect(payment).not.toHaveProperty('expired_amount')
    const { result: purchase } = (await merchant.authorize()).body
    const { result: declined } = (
      await merchant.authorize({
        transaction_type: 'AUTHORIZE',
        metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' },
      })
    ).body
    for (const other of [purchase, declined, await done(merchant, payment, 'CAPTURE')]) {
      expect(other).not.toHaveProperty('authorization_expires_at')
    }
  })

  it.each([
    [3, 3],
    [{ visa: 2, '*': 9 }, 2],
    [{ mastercard: 2, '*': 4.75 }, 4.75],
    [{ mastercard: 2 }, 7],
  ])('with authorization_days %j is %d days later', async (authorization_days, days) => {
    const own = await app.newMerchant()
    await withSettings(own, { authorization_days })
    expect(daysAfter(await authorized(own))).toBeCloseTo(days, 3)
  })

  it.each([0, 366, '7', { visa: 0 }, [], true])('authorization_days %j is a 422', async (authorization_days) => {
    const own = await app.newMerchant()
    await expect(withSettings(own, { authorization_days })).rejects.toMatchObject({
      kind: 'invalid',
      problems: [{ property: 'settings.authorization_days' }],
    })
  })
})

describe('options.capture_by', () => {
  it('is the date of the authorization, also by a clock that was moved', async () => {
    const own = await app.newMerchant()
    for (const ahead of [0, 10 * DAY]) {
      if (ahead > 0) await advance(own, ahead)
      const capture_by = await timeIn(own, 2 * DAY)
      const payment = await authorized(own, { options: { capture_by } })
      expect(payment.authorization_expires_at).toBe(capture_by)
    }
  })

  it('may be null', async () => {
    expect(daysAfter(await authorized(merchant, { options: { capture_by: null } }))).toBeCloseTo(7, 3)
  })

  it.each([
    ['not a time', 'tomorrow', 'AUTHORIZE'],
    ['without a zone', '2100-01-01T00:00:00', 'AUTHORIZE'],
    ['past', '2020-01-01T00:00:00Z', 'AUTHORIZE'],
    ['after the limit of the provider', '2100-01-01T00:00:00Z', 'AUTHORIZE'],
    ['of a PURCHASE', '2100-01-01T00:00:00Z', 'PURCHASE'],
  ])('%s is a 422, and takes no reference', async (_, capture_by, transaction_type) => {
    const order = merchant.order({ transaction_type, options: { capture_by } })
    const { status, body } = await merchant.call('POST', '/api/transactions/authorize', { body: order })
    expect([status, body.errors.map(({ property }: Shown) => property)]).toEqual([422, ['options.capture_by']])
    const again = await merchant.call('POST', '/api/transactions/authorize', { body: { ...order, options: {} } })
    expect(again.body.result.status).toBe('APPROVED')
  })

  it('must be later than the merchant’s clock', async () => {
    const own = await app.newMerchant()
    const soon = await timeIn(own, HOUR)
    await advance(own, 2 * HOUR)
    const { status, body } = await own.authorize({ transaction_type: 'AUTHORIZE', options: { capture_by: soon } })
    expect([status, body.errors[0].property]).toEqual([422, 'options.capture_by'])
  })

  it.each([
    ['past', '2020-01-01T00:00:00Z'],
    ['after the limit of the provider', '2100-01-01T00:00:00Z'],
  ])('of a session: %s is a 422', async (_, capture_by) => {
    const { status, body } = await createSession(merchant, { transaction_type: 'AUTHORIZE', options: { capture_by } })
    expect([status, body.errors[0].property]).toEqual([422, 'options.capture_by'])
  })
})

it('the payment of a session has the date of its session, and expires by it', async () => {
  const own = await app.newMerchant()
  await advance(own, DAY)
  const capture_by = await timeIn(own, 3 * HOUR)
  const order = { transaction_type: 'AUTHORIZE', options: { capture_by }, metadata: NOT_ENROLLED }
  const { body: session } = await createSession(own, order)
  const form = { method: 'card', number: '4111 1111 1111 1111', expiry: '12/39', cvc: '123' }
  await fetch(`${app.baseUrl}/hosted-payment-page/${session.id}/pay`, {
    redirect: 'manual',
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const paid = await eventually('the payment', 30, async () => {
    const { body } = await own.call('GET', `/api/sessions/${session.id}`)
    return body.status === 'APPROVED' && recordOf(own, { id: body.transaction_id })
  })
  expect(paid).toMatchObject({ transaction_type: 'AUTHORIZE', authorization_expires_at: capture_by })
  await advance(own, 3 * HOUR)
  expect(await expiryOf(own, paid)).toMatchObject({ status: 'APPROVED', data: { expired_by: 'GATEWAY' } })
})

describe('what is left', () => {
  it('is voided an hour before the provider’s limit: the record, the events, the hold and what is allowed then', async () => {
    const own = await app.newMerchant()
    const payment = await authorized(own, { amount: 1000, metadata: { ...NOT_ENROLLED, order: 'A-1' } })
    await advance(own, 7 * DAY - HOUR - 60)
    const [expiring] = await eventually('the warning', 30, async () => {
      const events = await eventsOfType(own, 'authorization.expiring')
      return events.length > 0 && events
    })
    expect(expiring).toMatchObject({
      id: payment.id,
      reference: payment.reference,
      amount: 1000n,
      currency: 'EUR',
      authorization_expires_at: payment.authorization_expires_at,
      metadata: { order: 'A-1' },
    })
    expect((await recordOf(own, payment)).allowed_actions).toEqual(['capture', 'void'])
    await advance(own, 61)
    const expiry = await expiryOf(own, payment)
    expect(expiry).toMatchObject({
      status: 'APPROVED',
      processing_code: '0000',
      parent_id: payment.id,
      order_id: payment.order_id,
      reference: payment.reference,
      amount: 1000n,
      normalized_amount: 1000n,
      metadata: { order: 'A-1' },
      data: { expired_by: 'GATEWAY' },
      allowed_actions: [],
    })
    expect(await recordOf(own, payment)).toMatchObject({
      status: 'APPROVED',
      captured_amount: 0n,
      expired_amount: 1000n,
      authorization_expires_at: payment.authorization_expires_at,
      allowed_actions: [],
    })
    expect(await eventsOfType(own, 'authorization.expired')).toMatchObject([
      { id: payment.id, expiry_id: expiry.id, amount: 1000n, expired_by: 'GATEWAY' },
    ])
    const { body } = await own.call('GET', `/api/events?transaction_id=${expiry.id}`)
    expect(body.items.map(({ payload }: Shown) => payload)).toMatchObject([
      { transaction_type: 'AUTHORIZATION_EXPIRY', parent_id: payment.id, status: 'APPROVED', amount: 1000n },
    ])
    expect(body.items[0].payload.transaction_initiated_by).toBe('MERCHANT')
    await refused(own, payment, 'CAPTURE', {}, 'parent_transaction_id')
    await refused(own, payment, 'VOID', {}, 'parent_transaction_id')
    expect(await held(own)).toBe(0n)
    const charges = (await own.call('GET', `/api/simulators/charges?transaction_id=${expiry.id}`)).body.items
    expect(charges).toMatchObject([{ operation: 'VOID', amount: 1000n, state: 'CHARGED' }])
    await proven(own)
  })

  it('after a capture of a part expires the same way, at capture_by, and the part can be refunded', async () => {
    const own = await app.newMerchant()
    const capture_by = await timeIn(own, 2 * DAY)
    const payment = await authorized(own, { amount: 1000, options: { capture_by } })
    await done(own, payment, 'CAPTURE', { amount: 400 })
    await advance(own, 2 * DAY - 60)
    expect(await expiriesOf(own, payment)).toEqual([])
    await advance(own, 61)
    expect(await expiryOf(own, payment)).toMatchObject({ status: 'APPROVED', amount: 600n, normalized_amount: 600n })
    expect(await recordOf(own, payment)).toMatchObject({ captured_amount: 400n, expired_amount: 600n })
    await refused(own, payment, 'CAPTURE', { amount: 1 }, 'parent_transaction_id')
    await done(own, payment, 'REFUND', { amount: 400 })
    expect(await held(own)).toBe(0n)
    await proven(own)
  })

  it('of several parts is worth what they leave, to the unit', async () => {
    const own = await app.newMerchant({ merchant: { settlementCurrency: 'USD', exchangeRates: { EUR: '0.33' } } })
    const payment = await authorized(own, { amount: 100 })
    const parts = [
      await done(own, payment, 'CAPTURE', { amount: 33 }),
      await done(own, payment, 'CAPTURE', { amount: 33 }),
    ]
    await advance(own, 7 * DAY)
    parts.push(await expiryOf(own, payment))
    const worth = parts.reduce((sum, { normalized_amount }) => sum + BigInt(normalized_amount), 0n)
    expect(worth).toBe(BigInt((await recordOf(own, payment)).normalized_amount))
  })

  it('is nothing after a capture of all, a final capture or a void', async () => {
    const own = await app.newMerchant()
    const pay = () => authorized(own, { amount: 1000 })
    const [whole, final, voided, left] = [await pay(), await pay(), await pay(), await pay()]
    await done(own, whole, 'CAPTURE')
    await done(own, final, 'CAPTURE', { amount: 10, options: { final_capture: true } })
    await done(own, voided, 'VOID')
    await advance(own, 7 * DAY)
    await expiryOf(own, left)
    for (const payment of [whole, final, voided]) expect(await expiriesOf(own, payment)).toEqual([])
    expect(await eventsOfType(own, 'authorization.expired')).toHaveLength(1)
  })

  it('waits for a capture in progress', async () => {
    const own = await app.newMerchant()
    const options = { capture_by: await timeIn(own, 2 * DAY) }
    const payment = await authorized(own, { amount: 1000, options })
    const later = {
      response_code: 'TRX_STATUS_PENDING',
      simulate_final_response_code: 'TRX_STATUS_APPROVED',
      simulate_final_after_seconds: 3 * DAY,
    }
    const capture = await follow(own, payment, 'CAPTURE', { amount: 300, metadata: later })
    await advance(own, 2 * DAY)
    const [row] = await eventually('the worker looks', 30, async () => {
      const rows = await app.database.sql<{ due: boolean }[]>`
        select expiry_due_at > now() as due from transactions where id = ${payment.id} and expiry_due_at > now()`
      return rows.length > 0 && rows
    })
    expect(row).toEqual({ due: true })
    expect(await expiriesOf(own, payment)).toEqual([])
    await advance(own, DAY)
    expect(await expiryOf(own, payment)).toMatchObject({ amount: 700n })
    expect(await recordOf(own, capture)).toMatchObject({ status: 'APPROVED' })
  })
})

describe('authorization.expiring', () => {
  const warnings = (own: TestMerchant) => eventsOfType(own, 'authorization.expiring')

  it('is sent immediately if less than a day is left', async () => {
    const own = await app.newMerchant()
    await authorized(own, { options: { capture_by: await timeIn(own, 5 * HOUR) } })
    await eventually('the warning', 30, async () => (await warnings(own)).length === 1)
  })

  it('is never sent in the last hour, nor for what is captured or skipped over', async () => {
    const own = await app.newMerchant()
    const short = await authorized(own, { options: { capture_by: await timeIn(own, HOUR - 60) } })
    const skipped = await authorized(own)
    await done(own, await authorized(own, { options: { capture_by: await timeIn(own, 5 * DAY) } }), 'CAPTURE')
    await advance(own, 8 * DAY)
    await Promise.all([expiryOf(own, short), expiryOf(own, skipped)])
    expect(await warnings(own)).toEqual([])
  })
})

describe('the list', () => {
  it('finds by capture_by_before what can still be captured', async () => {
    const own = await app.newMerchant()
    const soon = await authorized(own, { options: { capture_by: await timeIn(own, DAY) } })
    const captured = await authorized(own, { options: { capture_by: await timeIn(own, DAY) } })
    await done(own, captured, 'CAPTURE')
    const later = await authorized(own)
    const found = async (time: string) =>
      (await own.call('GET', `/api/transactions?capture_by_before=${encodeURIComponent(time)}`)).body.items.map(
        ({ id }: Shown) => id,
      )
    expect(await found(await timeIn(own, HOUR))).toEqual([])
    expect(await found(await timeIn(own, 2 * DAY))).toEqual([soon.id])
    expect(await found(await timeIn(own, 8 * DAY))).toEqual([later.id, soon.id])
    const { status, body } = await own.call('GET', '/api/transactions?capture_by_before=soon')
    expect([status, body.errors[0].property]).toEqual([422, 'capture_by_before'])
    const { text } = await own.call('GET', `/api/transactions.csv?capture_by_before=2100-01-01T00:00:00Z`)
    expect(text).toContain(soon.authorization_expires_at)
  })
})

async function withSettings({ merchantId }: TestMerchant, settings: object): Promise<void> {
  const [account] = await app.database.sql<{ id: string }[]>`
    select provider_account_id as id from provider_accounts
    where merchant_id = ${merchantId} and provider = 'card-simulator'`
  await changeProviderAccount(app.gateway, 'test', account!.id, { settings: { ...settings } })
}
