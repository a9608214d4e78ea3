import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newReference } from '#test/test-merchant.ts'
import { linesOf } from '../payments/payer.ts'
import { beneficiary, payoutOf, push } from './payout-requests.ts'

let app: RunningGateway
let second: string
beforeAll(async () => {
  app = await useGateway()
  second = await app.secondApi()
})
afterAll(() => app.close())

describe('the same reference pushes once', () => {
  it.each([{}, { simulate_delay_ms: 500 }])(
    '8 parallel identical calls with %j: one push, eight equal answers',
    async (metadata) => {
      const order = { reference: newReference(), metadata }
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => push(app.merchant, order, index % 2 ? second : undefined)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
      for (const { body } of answers) expect(body).toEqual(answers[0]!.body)
      expect(await linesOf(app.merchant, answers[0]!.body.result.id)).toEqual([['PAYOUT', 'CHARGED', 250000n]])
    },
  )

  it.each([
    ['amount', { amount: 250001 }, ['250000']],
    ['currency', { currency: 'EUR' }, ['INR']],
  ])('with another %s it is a 422', async (field, change, params) => {
    const order = { reference: newReference() }
    const { result } = (await push(app.merchant, order)).body
    const answer = await push(app.merchant, { ...order, ...change })
    expect([answer.status, answer.body.errors]).toMatchObject([
      422,
      [
        { property: 'reference', params: ['transaction', result.id] },
        { property: field, params },
      ],
    ])
  })

  it('another beneficiary under it gets nothing', async () => {
    const order = { reference: newReference() }
    const { result } = (await push(app.merchant, order)).body
    const other = beneficiary({ account_number: '99999999999' })
    expect((await push(app.merchant, { ...order, beneficiary: other })).body.result).toEqual(result)
    expect(await linesOf(app.merchant, result.id)).toHaveLength(1)
  })

  it('an authorize or a payment under it is a 422 that says payout and its id', async () => {
    const { result } = (await push(app.merchant)).body
    const { reference } = result
    const authorize = await app.merchant.authorize({ reference })
    expect(authorize.body.errors).toMatchObject([{ property: 'reference', params: ['transaction', result.id] }])
    const { beneficiary: _, ...rest } = payoutOf(app.merchant, { reference })
    const urls = { return_url: 'https://a.example', error_url: 'https://a.example', cancel_url: 'https://a.example' }
    const body = { ...rest, ...urls, method: 'UPI', country: 'IN', customer_ip: '192.0.2.7' }
    const payment = await app.merchant.call('POST', '/api/transactions/payment', { body })
    expect(payment.body.errors).toMatchObject([{ property: 'reference', params: ['transaction', result.id] }])
  })
})
