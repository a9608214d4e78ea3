import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { eventsOf } from '../three-ds/shopper.ts'
import { approved, ask, authorized, bodyFor, done, follow, refused, sumsOf } from './follow-ups.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

const FINAL = { options: { final_capture: true } }

describe('a capture of an approved AUTHORIZE', () => {
  it('is a transaction of its own: bare record, parent_id, order_id, status, event', async () => {
    const original = await authorized(merchant)
    const capture = await done(merchant, original, 'CAPTURE', { amount: 1000, metadata: { basket: '7' } })
    expect(capture).not.toHaveProperty('result')
    expect(capture).toMatchObject({
      parent_id: original.id,
      order_id: original.order_id,
      reference: original.reference,
      terminal_id: original.terminal_id,
      transaction_type: 'CAPTURE',
      amount: 1000n,
      normalized_amount: 1000n,
      currency: original.currency,
      approved: true,
      pending: false,
      errors: [],
      metadata: { basket: '7' },
      payment_method: original.payment_method,
    })
    expect(capture.id).not.toBe(original.id)
    expect(capture.processing_result).toMatchObject({
      payment_provider_account_id: original.processing_result.payment_provider_account_id,
      approval_code: expect.any(String),
    })
    // Sums are said of originals only.
    expect(capture).not.toHaveProperty('captured_amount')
    expect((await merchant.status(capture.id)).transaction).toEqual(capture)
    expect(await eventsOf(merchant, capture.id)).toMatchObject([
      {
        id: capture.id,
        parent_id: original.id,
        order_id: original.order_id,
        transaction_type: 'CAPTURE',
        amount: 1000n,
        outgoing_amount: 1000n,
        status: 'APPROVED',
        transaction_initiated_by: 'MERCHANT',
        payment_method_masked: original.payment_method.masked,
      },
    ])
  })

  it('partial and repeated until nothing is left; captured_amount in status and list', async () => {
    const original = await authorized(merchant, { amount: 100 })
    expect(await sumsOf(merchant, original)).toEqual([0n, 0n])
    await done(merchant, original, 'CAPTURE', { amount: 30 })
    await done(merchant, original, 'CAPTURE', { amount: 69 })
    await refused(merchant, original, 'CAPTURE', { amount: 2 }, 'amount')
    expect(await sumsOf(merchant, original)).toEqual([99n, 0n])
    await done(merchant, original, 'CAPTURE', { amount: 1 })
    await refused(merchant, original, 'CAPTURE', { amount: 1 }, 'amount')
    const { items } = (await merchant.call('GET', `/api/transactions?reference=${original.reference}`)).body
    expect(items).toHaveLength(6)
    expect(items.at(-1)).toMatchObject({ id: original.id, status: 'APPROVED', captured_amount: 100n })
  })

  it('options.final_capture ends it, with some left', async () => {
    const original = await authorized(merchant, { amount: 100 })
    await done(merchant, original, 'CAPTURE', { amount: 10, options: { final_capture: false } })
    await done(merchant, original, 'CAPTURE', { amount: 40, ...FINAL })
    await refused(merchant, original, 'CAPTURE', { amount: 1 })
    await refused(merchant, original, 'CAPTURE', { amount: 1, ...FINAL })
    expect(await sumsOf(merchant, original)).toEqual([50n, 0n])
    await done(merchant, original, 'REFUND', { amount: 50 })
  })

  it('a final capture that is declined ends nothing', async () => {
    const original = await authorized(merchant, { amount: 100 })
    const metadata = { response_code: 'TRX_STATUS_DECLINED' }
    const declined = await follow(merchant, original, 'CAPTURE', { amount: 40, ...FINAL, metadata })
    expect(declined).toMatchObject({ transaction_type: 'CAPTURE', status: 'DECLINED', processing_code: '1000' })
    await done(merchant, original, 'CAPTURE', { amount: 100 })
  })

  it('unknown options are ignored; final_capture must be a boolean', async () => {
    const original = await authorized(merchant)
    await done(merchant, original, 'CAPTURE', { amount: 1, options: { colour: 'red' } })
    const answer = await ask(merchant, bodyFor(original, 'CAPTURE', { options: { final_capture: 'yes' } }))
    expect([answer.status, answer.body.errors[0].property]).toEqual([422, 'options.final_capture'])
  })

  it('over the authorized amount is a business refusal that reserves nothing', async () => {
    const original = await authorized(merchant, { amount: 100 })
    await refused(merchant, original, 'CAPTURE', { amount: 101 }, 'amount')
    await refused(merchant, original, 'CAPTURE', { amount: 9223372036854775807n }, 'amount')
    await done(merchant, original, 'CAPTURE', { amount: 100 })
  })
})

describe('what cannot be captured', () => {
  it('a PURCHASE', async () => {
    await refused(merchant, await approved(merchant), 'CAPTURE')
  })

  it('a capture', async () => {
    const capture = await done(merchant, await authorized(merchant), 'CAPTURE')
    await refused(merchant, capture, 'CAPTURE')
  })

  it('an AUTHORIZE that was declined', async () => {
    const metadata = { simulated_flow: 'VERSIONING_NOT_ENROLLED', response_code: 'TRX_STATUS_DECLINED' }
    const { result } = (await merchant.authorize({ transaction_type: 'AUTHORIZE', metadata })).body
    await refused(merchant, result, 'CAPTURE')
  })

  it('one that is pending', async () => {
    const metadata = { simulated_flow: 'VERSIONING_NOT_ENROLLED', response_code: 'TRX_STATUS_PENDING' }
    const { result } = (await merchant.authorize({ transaction_type: 'AUTHORIZE', metadata })).body
    await refused(merchant, result, 'CAPTURE')
  })
})
