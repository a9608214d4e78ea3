import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { connectMerchant, newReference } from '#test/test-merchant.ts'
import { newClient } from '../identity/client-support.ts'
import { eventsAbout, press } from '../redirects/shopper.ts'
import { linesOf, pay, paymentOf } from './payer.ts'

let app: RunningGateway
let second: string
beforeAll(async () => {
  app = await useGateway()
  second = await app.secondApi()
})
afterAll(() => app.close())

const APPROVED = { response_code: 'TRX_STATUS_APPROVED' }

/** Eight identical calls at the same instant, over two API processes. */
function payEightTimes(changes: Record<string, unknown>) {
  return Promise.all(
    Array.from({ length: 8 }, (_, index) => pay(app.merchant, changes, index % 2 ? second : undefined)),
  )
}

describe('the same reference with the same amount and currency', () => {
  it.each([
    ['that is answered at once', APPROVED],
    ['that takes a while', { ...APPROVED, simulate_delay_ms: 700 }],
    ['that leads to a page', {}],
  ])('8 parallel identical calls %s: one charge, eight equal answers', async (_, metadata) => {
    const reference = newReference()
    const answers = await payEightTimes({ reference, metadata })
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    for (const { body } of answers) expect(body).toEqual(answers[0]!.body)
    const id = answers[0]!.body.result?.id ?? answers[0]!.body.transaction_id
    expect(await linesOf(app.merchant, id)).toHaveLength(1)
    const { items } = (await app.merchant.call('GET', `/api/transactions?reference=${reference}`)).body
    expect(items).toHaveLength(1)
  })

  it('gets the same redirect while it is due, and the final record afterwards', async () => {
    const order = { reference: newReference() }
    const first = (await pay(app.merchant, order)).body
    expect((await pay(app.merchant, order)).body).toEqual(first)
    await press(first.redirect.url, 'PENDING')
    const record = async () => (await app.merchant.status(first.transaction_id)).transaction
    await app.merchant.call('GET', '/api/transactions')
    await fetch(`${app.baseUrl}/returns/${app.merchant.merchantId}/${first.transaction_id}`, { redirect: 'manual' })
    expect((await pay(app.merchant, order)).body).toMatchObject({ redirect: null, result: await record() })
    await press(first.redirect.url, 'DECLINED')
    await fetch(`${app.baseUrl}/returns/${app.merchant.merchantId}/${first.transaction_id}`, { redirect: 'manual' })
    expect((await pay(app.merchant, order)).body.result).toEqual(await record())
    expect((await record()).status).toBe('DECLINED')
    expect(await eventsAbout(app.merchant, first.transaction_id)).toEqual(['DECLINED'])
  })

  it('other differing fields are ignored', async () => {
    const order = { reference: newReference(), metadata: APPROVED }
    const { result } = (await pay(app.merchant, order)).body
    const other = {
      method: 'UPI',
      description: 'Something else',
      country: 'IN',
      customer_ip: '2001:db8::1',
      metadata: {},
    }
    expect((await pay(app.merchant, { ...order, ...other })).body.result).toEqual(result)
  })

  it('is judged again on another terminal, and for another merchant', async () => {
    const order = { reference: newReference(), metadata: APPROVED }
    const { result } = (await pay(app.merchant, order)).body
    const other = await app.newMerchant()
    expect((await pay(other, order)).body.result.id).not.toBe(result.id)
  })
})

describe('the same reference with something else is a 422', () => {
  it.each([
    ['amount', { amount: 1251 }, ['1250']],
    ['currency', { currency: 'RON' }, ['EUR']],
  ])('another %s: on reference and on the field', async (field, change, params) => {
    const order = { reference: newReference(), metadata: APPROVED }
    const { result } = (await pay(app.merchant, order)).body
    const answer = await pay(app.merchant, { ...order, ...change })
    expect([answer.status, answer.body.errors]).toMatchObject([
      422,
      [
        { property: 'reference', params: ['transaction', result.id] },
        { property: field, params },
      ],
    ])
    expect(await linesOf(app.merchant, result.id)).toHaveLength(1)
  })

  it('shows nothing of the first one to a client that may not read payments', async () => {
    const order = { reference: newReference(), metadata: APPROVED }
    await pay(app.merchant, { ...order, amount: 987_654 })
    const access = await newClient(app.baseUrl, app.merchant, { permissions: ['payments.create'] })
    const blind = await connectMerchant(app.baseUrl, { ...app.merchant, ...access })
    const { status, body, text } = await pay(blind, { ...order, amount: 1, currency: 'RON' })
    expect([status, body.errors]).toMatchObject([
      422,
      [{ property: 'reference' }, { property: 'amount', params: [] }, { property: 'currency', params: [] }],
    ])
    expect(text).not.toMatch(/987654|EUR/)
  })

  it('as an authorize: params contain transaction and its ID, in either order', async () => {
    const reference = newReference()
    const { result } = (await pay(app.merchant, { reference, metadata: APPROVED })).body
    const authorize = await app.merchant.authorize({ reference })
    expect([authorize.status, authorize.body.errors]).toMatchObject([
      422,
      [{ property: 'reference', params: ['transaction', result.id] }],
    ])
    const card = (await app.merchant.authorize()).body.result
    const payment = await pay(app.merchant, { reference: card.reference })
    expect([payment.status, payment.body.errors]).toMatchObject([
      422,
      [{ property: 'reference', params: ['transaction', card.id] }],
    ])
  })

  it('of a payment and a payout at the same instant exactly one is executed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const reference = newReference()
      const { method: _, country: __, ...rest } = paymentOf(app.merchant, { reference, metadata: APPROVED })
      const beneficiary = { type: 'bank_account', data: { account_number: '1', account_name: 'Ada' } }
      const answers = await Promise.all([
        pay(app.merchant, { reference, metadata: APPROVED }),
        app.merchant.call('POST', '/api/transactions/payout', { body: { ...rest, beneficiary }, at: second }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
      const charges = await app.merchant.call('GET', `/api/simulators/charges?reference=${reference}`)
      expect(charges.body.items).toHaveLength(1)
    }
  })
})
