import { describe, expect, test } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { chargeOf } from '#provider/contract/test-charges.ts'
import { readDefinition } from '#test/provider-sandbox/definition.ts'
import { accountOn } from '#test/simulated-provider.ts'
import { credentialsIn } from './config.ts'
import { rupeesOf } from './translate/amount.ts'
import { attemptIdOf, linkRequest, refundRequest, transferIdOf, transferRequest } from './translate/requests.ts'

const PAYMENTS = readDefinition('cashfree-pg-2025-01-01.json')
const PAYOUTS = readDefinition('cashfree-payouts-2024-01-01.json')
const money = { amount: 123_456n, currency: 'INR' }
const charge = { ...chargeOf(accountOn('cashfree'), {}), money }
const BENEFICIARY = {
  type: 'bank_account',
  accountNumber: new Secret('00011020001772'),
  accountName: 'Ada Lindqvist',
  ifsc: 'HDFC0000001',
  bankCode: null,
  bankName: null,
  bankBranch: null,
  bankAddress: null,
  bankCity: null,
  bankState: null,
  mobile: null,
} as const

describe('An amount', () => {
  test.each([
    [123_450n, '1234.50'],
    [1n, '0.01'],
    [100n, '1.00'],
    [9_223_372_036_854_775_807n, '92233720368547758.07'],
  ])('of %i paise is written as %s, to the last digit', (amount, written) => {
    expect(JSON.stringify({ x: rupeesOf({ amount, currency: 'INR' }) })).toBe(`{"x":${written}}`)
  })
})

describe('A request keeps to the definition', () => {
  test('to make a link', () => {
    const customer = { ...charge.customer, firstName: 'Ada', email: 'ada@example.com' }
    for (const one of [charge, { ...charge, customer, reference: 'r'.repeat(600) }]) {
      const { body } = linkRequest(one, '9876543210')
      expect(PAYMENTS.request('post', '/links', JSON.parse(body!))).toEqual([])
      expect(body).toContain('"link_amount":1234.56,')
    }
  })

  test.each([
    ['+91 98765 43210', '9876543210'],
    ['09876543210', '9876543210'],
    ['9876543210', '9876543210'],
    ['9112345678', '9112345678'],
    ['+40712345678', '40712345678'],
  ])('and writes the phone number %s as %s', (phone, written) => {
    expect(JSON.parse(linkRequest(charge, phone).body!).customer_details.customer_phone).toBe(written)
  })

  test('to give back', () => {
    for (const note of ['x', 'n'.repeat(300)]) {
      const { body } = refundRequest('order_1', charge.attemptId, money, note)
      expect(PAYMENTS.request('post', '/orders/{order_id}/refunds', JSON.parse(body!))).toEqual([])
    }
  })

  test('to pay out, with an id of letters and digits that leads back to the attempt', () => {
    const { body } = transferRequest(charge, BENEFICIARY)
    expect(PAYOUTS.request('post', '/transfers', JSON.parse(body!))).toEqual([])
    // Of today, of a group of merchants, of one that is digits alone, and as they were made before.
    const [random, older] = ['3MUxFeOMTFfucNlzMJKaTCuGtFy', '0JmyLxR6OT46u7wQZpmhk3uy']
    const others = [`att_${random}`, `att_europe_${random}`, `att_1_${random}`, `att_${older}`]
    for (const attemptId of [charge.attemptId, ...others]) {
      const id = transferIdOf(attemptId)
      expect(id).toMatch(/^[A-Za-z0-9]{3,40}$/)
      expect(attemptIdOf(id)).toBe(attemptId)
    }
  })

  test('and asks with the same key for the same thing only', () => {
    const keyOf = (attemptId: string) => linkRequest({ ...charge, attemptId }, '9').headers['x-idempotency-key']
    expect(keyOf('att_1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(keyOf('att_1')).toBe(keyOf('att_1'))
    expect(keyOf('att_1')).not.toBe(keyOf('att_2'))
  })
})

describe('A key', () => {
  const problem = (realm: 'uat' | 'production', value: string) => {
    return credentialsIn(realm).client_secret!.problemOf(value)
  }

  test('of one environment is refused in the other', () => {
    for (const value of ['TEST430329ae80e0f32e41a393d78b92', 'cfsk_ma_test_0123456789']) {
      expect(problem('uat', value)).toBeNull()
      expect(problem('production', value)).toContain('production')
    }
    expect(problem('production', 'cfsk_ma_prod_0123456789')).toBeNull()
    expect(problem('uat', 'cfsk_ma_prod_0123456789')).toContain('test')
  })

  test('is copied whole', () => expect(problem('uat', 'a b')).toContain('Copy it whole'))
})
