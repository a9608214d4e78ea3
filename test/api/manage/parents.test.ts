import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeMerchant } from '#flows/admin/merchants.ts'
import { changeTerminal, createTerminal } from '#flows/admin/terminals.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { eventsOf } from '../three-ds/shopper.ts'
import { approved, ask, authorized, bodyFor, done, follow, refused, type Shown, sumsOf } from './follow-ups.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

/** One that ends with this code; INVALID gives its reference back, so that the order may have several. */
async function original(response_code: string, reference: string): Promise<Shown> {
  return (await merchant.authorize({ reference, metadata: { ...NOT_ENROLLED, response_code } })).body.result
}

const NO_PARENT = { parent_transaction_id: undefined }

describe('parent_transaction_id', () => {
  it('that is unknown, of another merchant or of another terminal gets the same answer', async () => {
    const own = await approved(merchant)
    const other = await app.newMerchant()
    const foreign = await approved(other, { reference: own.reference })
    const { terminalId } = await createTerminal(app.gateway, 'test', merchant.merchantId, { name: 'Second shop' })
    const elsewhere = await approved(merchant, { terminal_id: terminalId, reference: own.reference })
    const [unknown, ...others] = await Promise.all(
      ['trx_nobody', foreign.id, elsewhere.id].map((id) =>
        refused(merchant, own, 'REFUND', { parent_transaction_id: id }, 'parent_transaction_id'),
      ),
    )
    for (const record of others) {
      const { id, parent_id, created_at, updated_at } = record
      expect(record).toEqual({ ...unknown, id, parent_id, created_at, updated_at })
    }
    for (const record of [unknown, ...others]) expect(record).not.toHaveProperty('captured_amount')
    expect(await sumsOf(other, foreign)).toEqual([foreign.amount, 0n])
    expect(await sumsOf(merchant, elsewhere)).toEqual([elsewhere.amount, 0n])
  })

  it('decides, also where the order has an approved original', async () => {
    const sold = await approved(merchant)
    const refund = await done(merchant, sold, 'REFUND', { amount: 1 })
    const on = await refused(merchant, refund, 'REFUND', { amount: 1 })
    expect(on.parent_id).toBe(refund.id)
  })
})

describe('without parent_transaction_id', () => {
  it.each([undefined, null])('%s: the approved original of the order, not what followed it', async (given) => {
    const reference = newReference()
    await original('AUTHENTICATION_NOT_AUTHENTICATED', reference)
    const sold = await original('TRX_STATUS_APPROVED', reference)
    const first = await done(merchant, sold, 'REFUND', { parent_transaction_id: given, amount: 1 })
    const second = await done(merchant, sold, 'REFUND', { parent_transaction_id: given, amount: 1 })
    expect([first.parent_id, second.parent_id]).toEqual([sold.id, sold.id])
  })

  it('else the latest, and a refused follow-up is no original', async () => {
    const reference = newReference()
    const early = bodyFor({ ...(await approved(merchant)), reference }, 'REFUND', NO_PARENT)
    for (const { body } of [await ask(merchant, early), await ask(merchant, early)]) {
      expect(body).toMatchObject({ status: 'INVALID', parent_id: null, errors: [{ property: 'reference' }] })
      expect(body).not.toHaveProperty('captured_amount')
    }

    const first = await original('AUTHENTICATION_NOT_AUTHENTICATED', reference)
    const second = await original('TRX_STATUS_DECLINED', reference)
    expect(first.status).toBe('INVALID')
    const record = await refused(merchant, second, 'REFUND', NO_PARENT)
    expect(record).toMatchObject({ parent_id: second.id, order_id: second.order_id })
    // That refusal does not become the latest of the order either.
    expect((await refused(merchant, second, 'REFUND', NO_PARENT)).parent_id).toBe(second.id)
  })
})

describe('what has to agree with the original', () => {
  it('the reference', async () => {
    const sold = await approved(merchant)
    const other = await approved(merchant)
    await refused(merchant, sold, 'REFUND', { reference: 'something else' }, 'reference')
    await refused(merchant, sold, 'REFUND', { reference: other.reference }, 'reference')
  })

  it('the currency', async () => {
    const sold = await approved(merchant)
    await refused(merchant, sold, 'REFUND', { currency: 'USD' }, 'currency')
    const answer = await ask(merchant, bodyFor(sold, 'REFUND', { currency: 'XXQ' }))
    expect([answer.status, answer.body.errors[0].property]).toEqual([422, 'currency'])
  })
})

describe('a refused follow-up', () => {
  it('is the bare record, stored, readable by its id, with its event', async () => {
    const record = await refused(merchant, await authorized(merchant), 'REFUND', { amount: 1 }, 'amount')
    expect(record).toMatchObject({ approved: false, pending: false, transaction_type: 'REFUND' })
    expect(record).not.toHaveProperty('result')
    expect((await merchant.status(record.id)).transaction).toEqual(record)
    expect(await eventsOf(merchant, record.id)).toMatchObject([
      { id: record.id, status: 'INVALID', processing_code: '2000', parent_id: record.parent_id },
    ])
    const { items } = (await merchant.call('GET', `/api/simulators/charges?transaction_id=${record.id}`)).body
    expect(items).toEqual([])
  })

  it('names one reason, with what to do', async () => {
    const { errors, response_message } = await refused(merchant, await approved(merchant), 'CAPTURE')
    expect(errors).toEqual([{ property: 'transaction_type', message: response_message, params: [] }])
  })
})

describe('the terminal and the merchant', () => {
  it('an inactive terminal, and one without methods, still allow follow-ups', async () => {
    const shop = await app.newMerchant()
    const sold = await authorized(shop)
    const closed = { status: 'INACTIVE', acceptsPayments: false, currencies: [], paymentMethods: [] } as const
    await changeTerminal(app.gateway, 'test', shop.terminalId, closed)
    await done(shop, sold, 'CAPTURE')
    await done(shop, sold, 'REFUND')
  })

  it('an inactive merchant does not: INVALID 2017 with its event, before anything else is said', async () => {
    const shop = await app.newMerchant()
    const sold = await approved(shop)
    await changeMerchant(app.gateway, 'test', shop.merchantId, { status: 'INACTIVE' })
    const record = await follow(shop, sold, 'CAPTURE', { currency: 'USD' })
    expect(record).toMatchObject({
      status: 'INVALID',
      processing_code: '2017',
      errors: [{ property: 'merchant_id' }],
    })
    expect(await eventsOf(shop, record.id)).toMatchObject([{ status: 'INVALID', processing_code: '2017' }])
  })

  it('an unknown or foreign terminal is INVALID 2013, with its event', async () => {
    const sold = await approved(merchant)
    const { terminalId } = await app.newMerchant()
    for (const terminal_id of ['ter_nobody', 'x', terminalId]) {
      const record = await follow(merchant, sold, 'REFUND', { terminal_id })
      expect(record).toMatchObject({
        status: 'INVALID',
        processing_code: '2013',
        errors: [{ property: 'terminal_id' }],
      })
      expect((await merchant.status(record.id)).transaction).toEqual(record)
      expect(await eventsOf(merchant, record.id)).toMatchObject([
        { id: record.id, processing_code: '2013', terminal_id },
      ])
    }
  })
})

describe('a body that breaks its schema is a 422 on each field, and creates nothing', () => {
  let shop: TestMerchant
  let sold: Shown
  beforeAll(async () => {
    shop = await app.newMerchant()
    sold = await approved(shop)
  })

  it.each([
    ['amount', 0],
    ['amount', -1],
    ['amount', '100'],
    ['amount', 10.5],
    ['amount', 9223372036854775808n],
    ['transaction_type', 'PURCHASE'],
    ['transaction_type', 'capture'],
    ['transaction_type', undefined],
    ['reference', ''],
    ['reference', 'x'.repeat(81)],
    ['reference', undefined],
    ['terminal_id', ''],
    ['terminal_id', undefined],
    ['currency', 'EU'],
    ['currency', undefined],
    ['parent_transaction_id', ''],
    ['parent_transaction_id', 7],
    ['metadata', 'x'],
    ['metadata.response_code', { response_code: 'TRX_STATUS_GREAT' }],
    ['metadata.simulate_fault', { simulate_fault: 'flood' }],
    ['metadata.basket', { basket: 7 }],
    ['metadata.basket', { basket: null }],
    ['metadata.basket', { basket: { item: 'a' } }],
    ['metadata.basket', { basket: true, simulate_delay_ms: 1, simulate_final_after_seconds: '1' }],
    ['options', []],
  ])('%s of %o', async (property, value) => {
    const answer = await ask(shop, bodyFor(sold, 'REFUND', { [property.split('.')[0]!]: value }))
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: Shown) => error.property)).toEqual([property])
    expect((await shop.call('GET', '/api/transactions')).body.items).toHaveLength(1)
  })

  it("metadata values are strings; a simulator's numbers may be numbers", async () => {
    const metadata = { basket: '7', simulate_delay_ms: 1, simulate_final_after_seconds: '1' }
    const refund = await done(merchant, await approved(merchant), 'REFUND', { metadata })
    expect(refund.metadata).toEqual(metadata)
  })

  it('all errors together', async () => {
    const answer = await ask(merchant, { metadata: { simulate_fault: 'x' } })
    expect(answer.body.errors.map((error: Shown) => error.property).sort()).toEqual([
      'amount',
      'currency',
      'metadata.simulate_fault',
      'reference',
      'terminal_id',
      'transaction_type',
    ])
  })
})
