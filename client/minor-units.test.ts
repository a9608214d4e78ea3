import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currenciesWith } from '../src/domain/currency.ts'
import { TollgateError } from './error.ts'
import { fromMinorUnits, toMinorUnits } from './minor-units.ts'

test.each<[string | number, string, bigint, string]>([
  ['12.34', 'KWD', 12340n, '12.340'],
  ['39.98', 'EUR', 3998n, '39.98'],
  [39.98, 'eur', 3998n, '39.98'],
  ['0.5', 'EUR', 50n, '0.50'],
  ['7', 'EUR', 700n, '7.00'],
  ['1250', 'JPY', 1250n, '1250'],
  ['1250.00', 'JPY', 1250n, '1250'],
  ['12.3400', 'EUR', 1234n, '12.34'],
  ['0.0001', 'CLF', 1n, '0.0001'],
  ['-5.25', 'EUR', -525n, '-5.25'],
  ['92233720368547758.07', 'EUR', 9223372036854775807n, '92233720368547758.07'],
])('%s %s is %s minor units, and back', (major, currency, minor, text) => {
  expect(toMinorUnits(major, currency)).toBe(minor)
  expect(fromMinorUnits(minor, currency)).toBe(text)
})

test.each([
  ['12.345', 'EUR'],
  ['12.5', 'JPY'],
  ['1,234.50', 'EUR'],
  ['12,34', 'EUR'],
  ['', 'EUR'],
  ['1e3', 'EUR'],
  ['.5', 'EUR'],
  ['0x10', 'EUR'],
  [Number.NaN, 'EUR'],
  [0.1 + 0.2, 'EUR'],
  ['92233720368547758.08', 'EUR'],
  ['1', 'XXX'],
  ['1', 'constructor'],
] as const)('“%s” %s is refused, as the gateway would', (amount, currency) => {
  expect(() => toMinorUnits(amount, currency)).toThrow(TollgateError)
})

test('fractions of minor units and unknown currencies have no major units', () => {
  expect(() => fromMinorUnits(1.5, 'EUR')).toThrow(TollgateError)
  expect(() => fromMinorUnits(2 ** 53, 'EUR')).toThrow(TollgateError)
  expect(() => fromMinorUnits(1n, 'EURO')).toThrow(TollgateError)
})

test('the decimals of each currency are the gateway’s', () => {
  const digits = [0, 2, 3, 4]
  const amounts = digits.flatMap((count) => currenciesWith(count).map((currency) => [currency, 10n ** BigInt(count)]))
  expect(amounts.length).toBeGreaterThan(160)
  for (const [currency, one] of amounts)
    expect([currency, toMinorUnits('1', String(currency))]).toEqual([currency, one])
})

test('every amount survives the way there and back', () => {
  const amounts = fc.bigInt(-(2n ** 63n) + 1n, 2n ** 63n - 1n)
  const currencies = fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF')
  fc.assert(
    fc.property(amounts, currencies, (amount, currency) => {
      expect(toMinorUnits(fromMinorUnits(amount, currency), currency)).toBe(amount)
    }),
  )
})
