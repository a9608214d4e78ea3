import { describe, expect, test } from 'vitest'
import { newAccount } from '#test/adyen-sandbox/merchant.ts'
import { CREDENTIALS, checkoutOf, problemsOfSettings, transfersOf } from './config.ts'

const PREFIX = '1797a841fbb37ca7-LarkspurCoffee'
const uat = { realm: 'uat' } as const
const production = { realm: 'production' } as const

function properties(environment: typeof uat | typeof production, settings: object): string[] {
  return problemsOfSettings(environment, { ...settings }).map(({ property }) => property)
}

describe('Settings', () => {
  test('need the merchant account, in production the prefix too', () => {
    expect(properties(uat, {})).toEqual(['settings.merchant_account'])
    expect(properties(production, {})).toEqual(['settings.merchant_account', 'settings.live_url_prefix'])
    expect(properties(uat, { merchant_account: 'M_1-a' })).toEqual([])
    expect(properties(production, { merchant_account: 'M', live_url_prefix: PREFIX })).toEqual([])
  })

  test.each([
    'evil.example/1797a841fbb37ca7-A',
    '1797a841fbb37ca7-A.evil.example',
    '1797a841fbb37ca7-A/',
    '1797a841fbb37ca7-A@evil',
    '1797A841FBB37CA7-A',
    '1797a841fbb37ca7-',
    '',
    7,
  ])('refuse the prefix %j', (live_url_prefix) => {
    expect(properties(production, { merchant_account: 'M', live_url_prefix })).toEqual(['settings.live_url_prefix'])
  })

  test('refuse what is no name of an account, together', () => {
    const settings = { merchant_account: 'a b', balance_account: 'AH1', captures: 'two' }
    const refused = ['settings.merchant_account', 'settings.balance_account', 'settings.captures']
    expect(properties(uat, settings)).toEqual(refused)
  })
})

describe('Addresses', () => {
  test('are those of one environment only', () => {
    const account = newAccount({ live_url_prefix: PREFIX })
    expect(checkoutOf(uat, account)).toBe('https://checkout-test.adyen.com/v72')
    expect(checkoutOf(production, account)).toBe(`https://${PREFIX}-checkout-live.adyenpayments.com/checkout/v72`)
    expect(transfersOf(uat)).toBe('https://balanceplatform-api-test.adyen.com/btl/v4')
    expect(transfersOf(production)).toBe('https://balanceplatform-api-live.adyen.com/btl/v4')
  })

  test('are not made of a prefix that was never checked', () => {
    const account = newAccount({ live_url_prefix: 'evil.example/' })
    expect(() => checkoutOf(production, account)).toThrow('lacks its setting live_url_prefix')
  })
})

describe('Credentials', () => {
  test.each([
    ['api_key', 'AQEyhmfxK4PKaRZFw0m_n3Q5qf3VaY9UCJ14XWZE03G', true],
    ['api_key', 'short', false],
    ['api_key', 'AQEyhmfxK4PKaRZFw0m n3Q5qf3VaY9UCJ14XWZE03G', false],
    ['hmac_key', 'a1'.repeat(32), true],
    ['hmac_key', 'a1'.repeat(31), false],
    ['transfers_hmac_key', 'g1'.repeat(32), false],
    ['transfers_api_key', 'AQEyhmfxK4PKaRZFw0m_n3Q5qf3VaY9UCJ14XWZE03G', true],
  ])('%s with %s: %s', (name, value, isGood) => {
    const problem = CREDENTIALS[name]!.problemOf(value)
    expect(problem === null).toBe(isGood)
    expect(problem ?? '').not.toContain(value)
  })
})
