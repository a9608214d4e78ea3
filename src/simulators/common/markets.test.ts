import { expect, test } from 'vitest'
import { isCountry } from '#domain/country.ts'
import { minorUnits } from '#domain/currency.ts'
import { BANK_METHODS } from '#domain/payment-methods.ts'
import { VOUCHER_METHODS } from '#domain/vouchers.ts'
import { marketOf } from './markets.ts'

test('markets are of known currencies and countries, and cards, wallets and transfers are sold everywhere', () => {
  const markets = [...BANK_METHODS, ...VOUCHER_METHODS].flatMap((method) => marketOf(method) ?? [])
  expect(markets).toHaveLength(30)
  expect(markets.flatMap(({ currencies }) => currencies!.filter((code) => minorUnits(code) === undefined))).toEqual([])
  expect(markets.flatMap(({ countries }) => (countries ?? []).filter((code) => !isCountry(code)))).toEqual([])
  const everywhere = ['card', 'saved_card', 'walleta-pay-redirect', 'BANK_TRANSFER', 'voucher-redirect-psc']
  expect(everywhere.flatMap((method) => marketOf(method) ?? [])).toEqual([])
})
