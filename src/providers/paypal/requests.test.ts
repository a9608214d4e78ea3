import { describe, expect, test } from 'vitest'
import { chargeOf } from '#provider/contract/test-charges.ts'
import { readDefinition } from '#test/provider-sandbox/definition.ts'
import { accountOn } from '#test/simulated-provider.ts'
import { amountOf } from './translate/amount.ts'
import {
  blockCaptureRequest,
  captureRequest,
  orderRequest,
  refundRequest,
  reversalRequest,
} from './translate/requests.ts'

const ORDERS = readDefinition('paypal-checkout-orders-v2.json')
const PAYMENTS = readDefinition('paypal-payments-v2.json')
const REFUND = '/v2/payments/captures/{capture_id}/refund'
const amount = { currency_code: 'EUR', value: '10.00' }
const charge = chargeOf(accountOn('paypal'), {})
const bodyOf = (request: { readonly body?: string }) => JSON.parse(request.body!)

describe('An amount', () => {
  test.each([
    [1234n, 'EUR', '12.34'],
    [5n, 'USD', '0.05'],
    [1234n, 'JPY', '1234'],
    [123_400n, 'HUF', '1234'],
    [500n, 'TWD', '5'],
    [9_223_372_036_854_775_807n, 'EUR', '92233720368547758.07'],
  ])('%i %s is written as %s', (units, currency, value) => {
    expect(amountOf({ amount: units, currency })).toEqual({ currency_code: currency, value })
  })

  test.each([
    [123_401n, 'HUF'],
    [50n, 'TWD'],
  ])('%i %s cannot be written, as PayPal takes whole units only', (units, currency) => {
    expect(amountOf({ amount: units, currency })).toBeUndefined()
  })
})

describe('A request keeps to the definition', () => {
  test('to create an order, with any texts', () => {
    const long = { ...charge, reference: 'r'.repeat(300), merchantName: 'Ä'.repeat(300) }
    for (const one of [charge, long]) {
      expect(ORDERS.request('post', '/v2/checkout/orders', bodyOf(orderRequest(one, amount)))).toEqual([])
    }
    expect(orderRequest(charge, amount).headers['paypal-request-id']).toBe(charge.attemptId)
  })

  test('to capture and to bar it', () => {
    const capture = captureRequest('5O190127TN364715T', charge.attemptId)
    expect(ORDERS.request('post', '/v2/checkout/orders/{id}/capture', bodyOf(capture))).toEqual([])
    expect(capture.headers['paypal-request-id']).toBe(`${charge.attemptId}:capture`)
    expect(ORDERS.request('patch', '/v2/checkout/orders/{id}', bodyOf(blockCaptureRequest('1')))).toEqual([])
  })

  test('to give back a part or everything', () => {
    const refund = refundRequest('2GG279541U471931P', charge, amount)
    expect(PAYMENTS.request('post', REFUND, bodyOf(refund))).toEqual([])
    expect(bodyOf(refund)).toMatchObject({ custom_id: charge.attemptId, amount })
    const reversal = reversalRequest('2GG279541U471931P', charge.attemptId)
    expect(PAYMENTS.request('post', REFUND, bodyOf(reversal))).toEqual([])
    expect(reversal.headers['paypal-request-id']).toBe(`${charge.attemptId}:reversal`)
  })

  test('and an order number cannot lead elsewhere', () => {
    expect(captureRequest('../x?y', 'att_1').path).toBe('/v2/checkout/orders/..%2Fx%3Fy/capture')
  })

  test('and a wrong one would not', () => {
    expect(ORDERS.request('patch', '/v2/checkout/orders/{id}', [{ path: '/intent' }])).not.toEqual([])
    expect(PAYMENTS.request('post', REFUND, { amount: { currency_code: 'EUR' } })).not.toEqual([])
  })
})
