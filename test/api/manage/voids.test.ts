import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, startOwnGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { approved, authorized, captured, done, follow, refused, sumsOf } from './follow-ups.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

const DECLINED = { metadata: { response_code: 'TRX_STATUS_DECLINED' } }

describe('a void takes the whole back', () => {
  it('of an approved AUTHORIZE with nothing captured; then nothing more can be done with it', async () => {
    const original = await authorized(merchant)
    const done_ = await done(merchant, original, 'VOID')
    expect(done_).toMatchObject({ parent_id: original.id, order_id: original.order_id, transaction_type: 'VOID' })
    for (const operation of ['VOID', 'CAPTURE', 'REFUND'] as const) await refused(merchant, original, operation)
    expect((await merchant.status(original.id)).transaction).toMatchObject({ status: 'APPROVED', captured_amount: 0n })
  })

  it('of a PURCHASE not yet settled: nothing remains captured', async () => {
    const original = await approved(merchant)
    expect(await sumsOf(merchant, original)).toEqual([original.amount, 0n])
    await done(merchant, original, 'VOID')
    expect(await sumsOf(merchant, original)).toEqual([0n, 0n])
    for (const operation of ['VOID', 'REFUND'] as const) await refused(merchant, original, operation)
  })

  it('of an AUTHORIZE whose only capture was declined', async () => {
    const original = await authorized(merchant)
    expect((await follow(merchant, original, 'CAPTURE', DECLINED)).status).toBe('DECLINED')
    await done(merchant, original, 'VOID')
  })

  it.each([1, 1249, 1251])('and not part of it: %i', async (amount) => {
    await refused(merchant, await authorized(merchant, { amount: 1250 }), 'VOID', { amount }, 'amount')
  })

  it('a void that is declined leaves everything possible', async () => {
    const original = await authorized(merchant)
    expect((await follow(merchant, original, 'VOID', DECLINED)).status).toBe('DECLINED')
    await done(merchant, original, 'CAPTURE')
  })
})

describe('a void of a partly captured AUTHORIZE releases the rest', () => {
  it('for exactly what is left; then nothing more is captured, and what is captured is refunded', async () => {
    const original = await captured(merchant, 1250, 500)
    expect((await merchant.status(original.id)).transaction.allowed_actions).toEqual(['capture', 'refund', 'void'])
    for (const amount of [1, 500, 749, 751, 1250]) await refused(merchant, original, 'VOID', { amount }, 'amount')
    const released = await done(merchant, original, 'VOID', { amount: 750 })
    expect(released).toMatchObject({ amount: 750n, normalized_amount: 750n, parent_id: original.id })
    const { transaction } = await merchant.status(original.id)
    expect(transaction).toMatchObject({ status: 'APPROVED', captured_amount: 500n, allowed_actions: ['refund'] })
    for (const operation of ['VOID', 'CAPTURE'] as const) await refused(merchant, original, operation, { amount: 750 })
    await done(merchant, original, 'REFUND', { amount: 500 })
    expect(await sumsOf(merchant, original)).toEqual([500n, 500n])
    const { items } = (await merchant.call('GET', `/api/simulators/charges?transaction_id=${released.id}`)).body
    expect(items).toMatchObject([{ operation: 'VOID', amount: 750n, state: 'CHARGED' }])
  })

  it('and leaves everything as it was if it is declined', async () => {
    const original = await captured(merchant, 1250, 500)
    expect((await follow(merchant, original, 'VOID', { amount: 750, ...DECLINED })).status).toBe('DECLINED')
    await done(merchant, original, 'CAPTURE', { amount: 250 })
    await done(merchant, original, 'VOID', { amount: 500 })
    expect(await sumsOf(merchant, original)).toEqual([750n, 0n])
  })

  it('which can be refunded but not captured while the void is in progress', async () => {
    const original = await captured(merchant, 1250, 500)
    const pending = { metadata: { response_code: 'TRX_STATUS_PENDING' }, amount: 750 }
    expect((await follow(merchant, original, 'VOID', pending)).status).toBe('PENDING')
    for (const operation of ['VOID', 'CAPTURE'] as const) await refused(merchant, original, operation, { amount: 750 })
    await done(merchant, original, 'REFUND', { amount: 500 })
  })

  it('once, of captures and voids at the same instant', async () => {
    const original = await captured(merchant, 1250, 500)
    const asked = (['VOID', 'CAPTURE', 'VOID', 'CAPTURE'] as const).map((operation) =>
      follow(merchant, original, operation, { amount: 750 }),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status).sort()
    expect(statuses).toEqual(['APPROVED', 'INVALID', 'INVALID', 'INVALID'])
  })
})

describe('what cannot be voided', () => {
  it('an AUTHORIZE captured in full or finally', async () => {
    await refused(merchant, await captured(merchant, 100, 100), 'VOID')
    const original = await authorized(merchant)
    await done(merchant, original, 'CAPTURE', { amount: 500, options: { final_capture: true } })
    await refused(merchant, original, 'VOID', { amount: 750 })
  })

  it('one whose capture is still in progress', async () => {
    const original = await authorized(merchant)
    const pending = { metadata: { response_code: 'TRX_STATUS_PENDING' }, amount: 1 }
    expect((await follow(merchant, original, 'CAPTURE', pending)).status).toBe('PENDING')
    await refused(merchant, original, 'VOID')
  })

  it('a PURCHASE refunded in part, or whose refund is still in progress', async () => {
    const original = await approved(merchant)
    await done(merchant, original, 'REFUND', { amount: 1 })
    await refused(merchant, original, 'VOID')
    const other = await approved(merchant)
    const pending = { metadata: { response_code: 'TRX_STATUS_PENDING' }, amount: 1 }
    expect((await follow(merchant, other, 'REFUND', pending)).status).toBe('PENDING')
    await refused(merchant, other, 'VOID')
  })

  it('what is being voided cannot be captured or refunded meanwhile', async () => {
    const original = await authorized(merchant)
    const pending = { metadata: { response_code: 'TRX_STATUS_PENDING' } }
    expect((await follow(merchant, original, 'VOID', pending)).status).toBe('PENDING')
    for (const operation of ['VOID', 'CAPTURE', 'REFUND'] as const) await refused(merchant, original, operation)
  })
})

describe('SETTLEMENT_DELAY_SECONDS after the approval', () => {
  let own: RunningGateway
  beforeAll(async () => {
    own = await startOwnGateway({ SETTLEMENT_DELAY_SECONDS: '3600' })
  })
  afterAll(() => own.close())

  it('a PURCHASE is settled: it can be refunded and no longer voided, while an AUTHORIZE still can', async () => {
    const [early, late, hold] = await Promise.all([
      approved(own.merchant),
      approved(own.merchant),
      authorized(own.merchant),
    ])
    await done(own.merchant, early, 'VOID')
    await own.database.sql`
      update transactions set finished_at = finished_at - interval '1 hour' where id = any(${[late.id, hold.id]})`
    expect((await refused(own.merchant, late, 'VOID')).errors[0].message).toMatch(/refund it instead/)
    await done(own.merchant, late, 'REFUND')
    await done(own.merchant, hold, 'VOID')
  })
})
