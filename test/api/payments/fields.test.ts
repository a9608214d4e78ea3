import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newReference } from '#test/test-merchant.ts'
import { pay, paymentOf } from './payer.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

/** The properties a body is refused for; nothing was created. */
async function refused(changes: Record<string, unknown>): Promise<string[]> {
  const reference = changes.reference ?? newReference()
  const { status, body } = await pay(app.merchant, { reference, ...changes })
  expect({ status, method: body.method, bodyStatus: body.status }).toEqual({
    status: 422,
    method: 'POST',
    bodyStatus: 422,
  })
  const { items } = (await app.merchant.call('GET', '/api/transactions?limit=100')).body
  expect(items.filter((item: { reference: string }) => item.reference === reference)).toEqual([])
  return body.errors.map(({ property }: { property: string }) => property)
}

const REQUIRED = [
  'terminal_id',
  'reference',
  'description',
  'currency',
  'amount',
  'method',
  'country',
  'customer_ip',
  'return_url',
  'error_url',
  'cancel_url',
]

describe('each field has its own 422', () => {
  it.each(REQUIRED)('%s is required', async (field) => expect(await refused({ [field]: undefined })).toEqual([field]))

  it('all of them are reported together', async () => {
    const nothing = Object.fromEntries(REQUIRED.map((field) => [field, undefined]))
    expect((await refused(nothing)).sort()).toEqual([...REQUIRED].sort())
  })

  it.each([
    ['reference', ''],
    ['reference', 'r'.repeat(81)],
    ['terminal_id', 'ter'],
    ['terminal_id', 't'.repeat(21)],
    ['description', ''],
    ['description', 'd'.repeat(101)],
    ['currency', 'EU'],
    ['currency', 'eur'],
    ['currency', 'XXX'],
    ['amount', 0],
    ['amount', -1],
    ['amount', 10.5],
    ['amount', '100'],
    ['method', 'BITCOIN'],
    ['method', 'upi'],
    ['method', 'card'],
    ['country', 'ROU'],
    ['country', 'ro'],
    ['country', 'ZZ'],
    ['customer_ip', ''],
    ['customer_ip', '999.1.1.1'],
    ['customer_ip', 'fe80::1%eth0'],
    ['customer_ip', 'localhost'],
    ['return_url', '/thanks'],
    ['error_url', 'javascript:alert(1)'],
    ['cancel_url', 'https://user:secret@shop.example'],
    ['customer', 'Ada'],
    ['metadata', []],
    ['options', 'fast'],
  ])('%s %j is refused', async (field, value) => expect(await refused({ [field]: value })).toEqual([field]))

  it.each(['10.0', '1e3', '9223372036854775808'])('the amount %s is refused', async (amount) => {
    const body = JSON.stringify({ ...paymentOf(app.merchant), amount: 'HERE' }).replace('"HERE"', amount)
    const answer = await app.merchant.call('POST', '/api/transactions/payment', { body })
    expect([answer.status, answer.body.errors[0].property]).toEqual([422, 'amount'])
  })

  it('metadata that steers the simulator has to parse', async () => {
    const metadata = { response_code: 'PAID', simulate_fault: 'flood', simulate_delay_ms: 'soon' }
    expect((await refused({ metadata })).sort()).toEqual([
      'metadata.response_code',
      'metadata.simulate_delay_ms',
      'metadata.simulate_fault',
    ])
  })
})

describe('bounds are inclusive, and characters are code points', () => {
  it.each([
    ['reference', '☕'.repeat(80)],
    ['reference', 'r'],
    ['description', '☕'.repeat(100)],
    ['description', 'd'],
    ['customer_ip', '2001:db8::7'],
    ['customer_ip', '::ffff:192.0.2.7'],
    ['country', 'IN'],
    ['options', { anything: { goes: true } }],
    ['something_else', 'ignored'],
  ])('%s %j is accepted', async (field, value) => {
    const { status, body } = await pay(app.merchant, { [field]: value })
    expect([status, body.status]).toEqual([200, 'PENDING'])
  })

  it('the largest amount survives to the last digit, in the record and in the ledger', async () => {
    const amount = 9223372036854775807n
    const { body } = await pay(app.merchant, { amount, metadata: { response_code: 'TRX_STATUS_APPROVED' } })
    expect(body.result).toMatchObject({ status: 'APPROVED', amount, normalized_amount: amount })
    const charges = await app.merchant.call('GET', `/api/simulators/charges?transaction_id=${body.result.id}`)
    expect(charges.body.items).toMatchObject([{ amount, operation: 'PAYMENT' }])
  })
})

describe('what the terminal does not take is INVALID', () => {
  const refusal = async (terminal: Record<string, unknown>, changes = {}) =>
    (await pay(await app.newMerchant({ terminal }), changes)).body

  it.each([[{ paymentMethods: ['UPI'] }], [{ transactionTypes: ['PURCHASE'] }], [{ currencies: ['INR'] }]])(
    '%j: 2015',
    async (terminal) => {
      expect(await refusal(terminal)).toMatchObject({ status: 'INVALID', result: { processing_code: '2015' } })
    },
  )

  it('any method, country and currency goes with any other', async () => {
    const { body } = await pay(app.merchant, { method: 'UPI', country: 'US', currency: 'JPY' })
    expect(body.status).toBe('PENDING')
  })

  it('an INVALID payment does not hold its reference', async () => {
    const merchant = await app.newMerchant({ terminal: { currencies: ['EUR'] } })
    const reference = newReference()
    const first = (await pay(merchant, { reference, currency: 'RON' })).body
    expect(first.status).toBe('INVALID')
    expect((await pay(merchant, { reference, currency: 'EUR' })).body.status).toBe('PENDING')
    expect((await merchant.status(first.transaction_id)).transaction.status).toBe('INVALID')
  })
})
