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

const worthOf = (records: readonly Shown[]) =>
  records.reduce((total, { normalized_amount }) => total + BigInt(normalized_amount), 0n)

/** An approved open-banking payment, with a reference as long as payments may have. */
async function bankPayment(amount: number, payee = merchant, currency = 'EUR'): Promise<Shown> {
  const body = {
    terminal_id: payee.terminalId,
    reference: newReference().padEnd(80, 'x'),
    description: 'Beans',
    currency,
    amount,
    method: 'OPEN_BANKING',
    country: 'DE',
    customer_ip: '203.0.113.7',
    return_url: 'https://shop.example/return',
    error_url: 'https://shop.example/error',
    cancel_url: 'https://shop.example/cancel',
    metadata: { response_code: 'TRX_STATUS_APPROVED' },
  }
  const { result } = (await payee.call('POST', '/api/transactions/payment', { body })).body
  expect(result).toMatchObject({ status: 'APPROVED', transaction_type: 'PAYMENT' })
  return result
}

it('a payment in a currency that is withdrawn meanwhile is found and refunded in it', async () => {
  const { id, ...payment } = await approved(merchant)
  const { merchantId } = merchant
  await app.database.sql`update transactions set currency = 'BGN' where merchant_id = ${merchantId} and id = ${id}`
  const { body } = await merchant.call('GET', '/api/transactions?currency=BGN')
  expect(body.items).toMatchObject([{ id, currency: 'BGN' }])
  await done(merchant, { ...payment, id, currency: 'BGN' }, 'REFUND')
  expect((await merchant.authorize({ currency: 'BGN' })).body.errors).toMatchObject([{ property: 'currency' }])
})

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

describe('the normalized_amount of parts', () => {
  let abroad: TestMerchant
  beforeAll(async () => {
    const exchangeRates = { KRW: '0.0007', JPY: '0.0067' }
    abroad = await app.newMerchant({ merchant: { settlementCurrency: 'USD', exchangeRates } })
  })

  it('is 0 for a rest that is worth nothing: the rest can be refunded, as allowed_actions says', async () => {
    const original = await bankPayment(10_000, abroad, 'KRW')
    await done(abroad, original, 'REFUND', { amount: 9996 })
    const { transaction } = await abroad.status(original.id)
    expect(transaction.allowed_actions).toContain('refund')
    expect(await done(abroad, original, 'REFUND', { amount: 4 })).toMatchObject({ normalized_amount: 0n })
    expect(await sumsOf(abroad, original)).toEqual([10_000n, 10_000n])
  })

  it('is 0 for the last part of an authorization', async () => {
    const original = await authorized(abroad, { amount: 10_000, currency: 'KRW' })
    await done(abroad, original, 'CAPTURE', { amount: 9996 })
    expect(await done(abroad, original, 'CAPTURE', { amount: 4 })).toMatchObject({ normalized_amount: 0n })
  })

  it('adds up to that of the whole, also with one declined in between, in record and event', async () => {
    const original = await bankPayment(40, abroad, 'JPY')
    const declined = { metadata: { response_code: 'TRX_STATUS_DECLINED' } }
    const refunds: Shown[] = []
    for (let part = 1; part <= 10; part += 1) {
      if (part === 4) await follow(abroad, original, 'REFUND', { amount: 4, ...declined })
      refunds.push(await done(abroad, original, 'REFUND', { amount: 4 }))
    }
    expect(original.normalized_amount).toBe(27n)
    expect(worthOf(refunds)).toBe(27n)
    const events = await Promise.all(refunds.map(({ id }) => eventsOf(abroad, id)))
    expect(worthOf(events.flat())).toBe(27n)
  })

  it('of refunds is that of the captures they give back', async () => {
    const original = await authorized(abroad, { amount: 100, currency: 'JPY' })
    const captures: Shown[] = []
    for (const amount of [10, 10, 10, 10]) captures.push(await done(abroad, original, 'CAPTURE', { amount }))
    const refunds: Shown[] = []
    for (const amount of [15, 15, 10]) refunds.push(await done(abroad, original, 'REFUND', { amount }))
    expect(worthOf(captures)).toBe(27n)
    expect(worthOf(refunds)).toBe(27n)
  })

  it('does not keep a refund that is far too large from being refused', async () => {
    const most = 9223372036854775807n
    const inYen = { settlementCurrency: 'JPY', exchangeRates: { EUR: '160' } }
    const large = await app.newMerchant({ merchant: inYen })
    await refused(large, await approved(large, { amount: 100 }), 'REFUND', { amount: most }, 'amount')
  })
})

describe('what cannot be refunded', () => {
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
