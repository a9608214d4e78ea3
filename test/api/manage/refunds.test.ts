import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newReference, type TestMerchant } from '#test/test-merchant.ts'
import { eventsOf } from '../three-ds/shopper.ts'
import { approved, authorized, captured, done, follow, refused, type Shown, sumsOf } from './follow-ups.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

/** An approved open-banking payment, with a reference as long as payments may have. */
async function bankPayment(amount: number): Promise<Shown> {
  const body = {
    terminal_id: merchant.terminalId,
    reference: newReference().padEnd(80, 'x'),
    description: 'Beans',
    currency: 'EUR',
    amount,
    method: 'OPEN_BANKING',
    country: 'DE',
    customer_ip: '203.0.113.7',
    return_url: 'https://shop.example/return',
    error_url: 'https://shop.example/error',
    cancel_url: 'https://shop.example/cancel',
    metadata: { response_code: 'TRX_STATUS_APPROVED' },
  }
  const { result } = (await merchant.call('POST', '/api/transactions/payment', { body })).body
  expect(result).toMatchObject({ status: 'APPROVED', transaction_type: 'PAYMENT' })
  return result
}

describe('a refund, partial and repeated, never exceeds what was captured', () => {
  it.each([
    ['an approved PURCHASE', () => approved(merchant, { amount: 100 })],
    ['an approved PAYMENT', () => bankPayment(100)],
    ['a captured AUTHORIZE', () => captured(merchant, 500, 100)],
  ])('%s', async (_what, pay) => {
    const original = await pay()
    expect(await sumsOf(merchant, original)).toEqual([100n, 0n])
    const refund = await done(merchant, original, 'REFUND', { amount: 60 })
    expect(refund).toMatchObject({ parent_id: original.id, order_id: original.order_id, transaction_type: 'REFUND' })
    await refused(merchant, original, 'REFUND', { amount: 41 }, 'amount')
    await done(merchant, original, 'REFUND', { amount: 39 })
    expect(await sumsOf(merchant, original)).toEqual([100n, 99n])
    await done(merchant, original, 'REFUND', { amount: 1 })
    await refused(merchant, original, 'REFUND', { amount: 1 }, 'amount')
    expect(await sumsOf(merchant, original)).toEqual([100n, 100n])
    expect(await eventsOf(merchant, refund.id)).toMatchObject([
      { transaction_type: 'REFUND', parent_id: original.id, status: 'APPROVED', amount: 60n },
    ])
    const { items } = (await merchant.call('GET', '/api/transactions?transaction_type=REFUND&limit=2')).body
    expect(items[0]).not.toHaveProperty('refunded_amount')
    expect((await merchant.status(original.id)).transaction.status).toBe('APPROVED')
  })

  it('more captures make more refunds possible', async () => {
    const original = await captured(merchant, 100, 40)
    await done(merchant, original, 'REFUND', { amount: 40 })
    await refused(merchant, original, 'REFUND', { amount: 1 }, 'amount')
    await done(merchant, original, 'CAPTURE', { amount: 60 })
    await done(merchant, original, 'REFUND', { amount: 60 })
    expect(await sumsOf(merchant, original)).toEqual([100n, 100n])
  })

  it('what was given back cannot be captured again', async () => {
    const original = await captured(merchant, 100, 100)
    await done(merchant, original, 'REFUND')
    await refused(merchant, original, 'CAPTURE', { amount: 1 }, 'amount')
  })

  it('at 9223372036854775807, to the last unit', async () => {
    const most = 9223372036854775807n
    const original = await authorized(merchant, { amount: most })
    await done(merchant, original, 'CAPTURE', { amount: most - 1n })
    await refused(merchant, original, 'CAPTURE', { amount: 2 }, 'amount')
    await done(merchant, original, 'CAPTURE', { amount: 1 })
    await refused(merchant, original, 'CAPTURE', { amount: most }, 'amount')
    const refund = await done(merchant, original, 'REFUND', { amount: most })
    expect(refund).toMatchObject({ amount: most, normalized_amount: most })
    await refused(merchant, original, 'REFUND', { amount: 1 }, 'amount')
    expect(await sumsOf(merchant, original)).toEqual([most, most])
    const { items } = (await merchant.call('GET', `/api/simulators/charges?transaction_id=${refund.id}`)).body
    expect(items).toMatchObject([{ operation: 'REFUND', amount: most, state: 'CHARGED' }])
  })

  it('its share of normalized_amount follows the original’s rate', async () => {
    const abroad = await app.newMerchant({
      merchant: { settlementCurrency: 'USD', exchangeRates: { EUR: '1.0842' } },
    })
    const original = await approved(abroad, { amount: 1000 })
    expect(original.normalized_amount).toBe(1084n)
    expect(await done(abroad, original, 'REFUND', { amount: 500 })).toMatchObject({ normalized_amount: 542n })
  })
})

describe('what cannot be refunded', () => {
  it('a part that is nothing in the settlement currency: INVALID 2015 on amount', async () => {
    const abroad = await app.newMerchant({ merchant: { settlementCurrency: 'USD', exchangeRates: { EUR: '0.01' } } })
    const original = await approved(abroad, { amount: 1000 })
    expect(original.normalized_amount).toBe(10n)
    const record = await follow(abroad, original, 'REFUND', { amount: 49 })
    expect(record).toMatchObject({ status: 'INVALID', processing_code: '2015', errors: [{ property: 'amount' }] })
    expect(await done(abroad, original, 'REFUND', { amount: 50 })).toMatchObject({ normalized_amount: 1n })
  })

  it('an AUTHORIZE with nothing captured', async () => {
    await refused(merchant, await authorized(merchant), 'REFUND', { amount: 1 }, 'amount')
  })

  it('a refund', async () => {
    const refund = await done(merchant, await approved(merchant), 'REFUND', { amount: 1 })
    await refused(merchant, refund, 'REFUND', { amount: 1 })
  })

  it('a payout', async () => {
    const body = {
      terminal_id: merchant.terminalId,
      reference: newReference(),
      description: 'Winnings',
      currency: 'EUR',
      amount: 100,
      beneficiary: {
        type: 'bank_account',
        data: { account_number: 'DE02120300000000202051', account_name: 'Ana' },
      },
      metadata: { response_code: 'TRX_STATUS_APPROVED' },
    }
    const { result } = (await merchant.call('POST', '/api/transactions/payout', { body })).body
    expect(result.status).toBe('APPROVED')
    await refused(merchant, result, 'REFUND', { amount: 1 })
    await refused(merchant, result, 'VOID')
  })
})
