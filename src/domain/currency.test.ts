import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readVectors } from '#test/vectors.ts'
import {
  amountsMeant,
  amountsToFind,
  currenciesWith,
  currencySign,
  formatMoney,
  isPresentCurrency,
  majorUnitsOf,
  minorUnits,
} from './currency.ts'
import { MAX_AMOUNT, type Money } from './money.ts'
import { groupDigits } from './typed-amount.ts'

const published = readVectors('iso-4217.json') as {
  currencies: Record<string, { digits: number }>
  withoutMinorUnits: string[]
  withdrawn: string[]
}

/** Intl writes no-break spaces; a reader of this test should not have to. */
const shown = (amount: bigint, currency: string, locale: string) =>
  formatMoney({ amount, currency }, locale).replaceAll(/\s/g, ' ')

describe('currencies', () => {
  it('every currency has the minor units ISO 4217 publishes', () => {
    const rows = Object.entries(published.currencies)
    expect(rows.map(([code]) => [code, minorUnits(code)])).toEqual(rows.map(([code, { digits }]) => [code, digits]))
    for (const code of published.withoutMinorUnits) expect(minorUnits(code)).toBeUndefined()
  })

  it('new things are in every currency of 2026, and in none that is withdrawn', () => {
    const present = Object.keys(published.currencies).filter((code) => !published.withdrawn.includes(code))
    expect(present).toContain('XAD')
    expect([...present, ...published.withdrawn, 'ZZZ'].filter(isPresentCurrency)).toEqual(present)
  })

  it.each(['eur', 'EURO', 'ZZZ', 'XXX', 'XAU', '', '__proto__', 'constructor'])('%j is no currency', (code) => {
    expect(minorUnits(code)).toBeUndefined()
  })

  it('an amount is shown with its currency’s own decimals, not with those of the platform', () => {
    expect(shown(1050n, 'EUR', 'en-GB')).toBe('€10.50')
    expect(shown(1050n, 'HUF', 'en-GB')).toBe('HUF 10.50')
    expect(shown(1050n, 'JPY', 'en-US')).toBe('¥1,050')
    expect(shown(1050n, 'KWD', 'en-US')).toBe('KWD 1.050')
    expect(shown(5n, 'CLF', 'en-US')).toBe('CLF 0.0005')
    expect(shown(123450n, 'RON', 'ro-RO')).toBe('1.234,50 RON')
  })

  it('no digit of an int64 is lost', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: MAX_AMOUNT }),
        fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'),
        (amount, code) => {
          expect(BigInt(shown(amount, code, 'en-US').replaceAll(/\D/g, ''))).toBe(amount)
        },
      ),
    )
  })

  it('an unknown currency is not shown with invented decimals', () => {
    expect(() => shown(1n, 'ZZZ', 'en-GB')).toThrow(RangeError)
  })
})

describe('amounts that people type', () => {
  it.each([
    ['12', 'EUR', 1200n],
    [' 12.5 ', 'EUR', 1250n],
    ['12,50', 'EUR', 1250n],
    ['0.01', 'EUR', 1n],
    ['1.', 'EUR', 100n],
    ['40,', 'EUR', 4000n],
    ['40.', 'JPY', 40n],
    ['.5', 'EUR', 50n],
    [',50', 'EUR', 50n],
    [',500', 'KWD', 500n],
    ['４０．５', 'EUR', 4050n],
    ['٤٠٫٥', 'EUR', 4050n],
    ['\u200f۱٬۲۳۴٫۵۰\u200f', 'EUR', 123_450n],
    ['١٬٠٠٠', 'KWD', 1_000_000n],
    ['४०', 'INR', 4000n],
    ['007', 'JPY', 7n],
    ['1,000', 'EUR', 100_000n],
    ['1,000', 'JPY', 1000n],
    ['1,234.56', 'EUR', 123_456n],
    ['1.234,56', 'EUR', 123_456n],
    ['1.234.567', 'EUR', 123_456_700n],
    ['1 234,56', 'EUR', 123_456n],
    ['1\u202f234.5', 'EUR', 123_450n],
    ['1’234.5', 'EUR', 123_450n],
    ['12,345,678.9', 'EUR', 1_234_567_890n],
    ['€1,234.50', 'EUR', 123_450n],
    ['1,234.50 EUR', 'EUR', 123_450n],
    ['2,500.000', 'JOD', 2_500_000n],
    ['2.500,000', 'JOD', 2_500_000n],
    ['JOD\u00a02,500.000', 'JOD', 2_500_000n],
    ['2500', 'JOD', 2_500_000n],
    ['2500.000', 'JOD', 2_500_000n],
    ['0.500', 'JOD', 500n],
    ['1.5', 'JOD', 1500n],
    ['1,25', 'KWD', 1250n],
    ['1,000,000', 'KWD', 1_000_000_000n],
    ['1.0000', 'CLF', 10_000n],
  ])('%j of %s is %s', (text, currency, amount) => expect(amountsMeant(text, currency)).toEqual([amount]))

  it.each([
    ['1,000', 'JOD', 1_000_000n, 1000n],
    ['1.000', 'JOD', 1000n, 1_000_000n],
    ['2,500', 'BHD', 2_500_000n, 2500n],
    ['999.999', 'KWD', 999_999n, 999_999_000n],
    ['12,345', 'CLF', 123_450_000n, 123_450n],
    ['1.000', 'UYW', 10_000n, 10_000_000n],
    ['1.000', 'EUR', 100n, 100_000n],
    ['1.500', 'EUR', 150n, 150_000n],
    ['1.000', 'JPY', 1n, 1000n],
  ])('%j of %s could be %s or %s', (text, currency, ...amounts) => {
    expect(amountsMeant(text, currency)).toEqual(amounts)
  })

  it.each([
    ['', 'EUR'],
    ['0', 'EUR'],
    ['0.00', 'EUR'],
    ['0,000', 'JOD'],
    ['-1', 'EUR'],
    ['1.005', 'EUR'],
    ['1.234', 'JPY'],
    ['.', 'EUR'],
    [',', 'EUR'],
    ['.500', 'EUR'],
    ['9'.repeat(65), 'EUR'],
    ['1e3', 'EUR'],
    ['1.0', 'JPY'],
    ['1,00,000', 'EUR'],
    ['1,000,00', 'EUR'],
    ['0,100.00', 'EUR'],
    ['1 000 00', 'EUR'],
    ['1,000 000', 'EUR'],
    ['12.50 USD', 'EUR'],
    ['92233720368547758.08', 'EUR'],
  ])('%j of %s is none', (text, currency) => expect(amountsMeant(text, currency)).toEqual([]))

  const money = fc.record({
    amount: fc.oneof(fc.bigInt(1n, 10_000_000n), fc.bigInt(1n, MAX_AMOUNT)),
    currency: fc.constantFrom(...[0, 2, 3, 4].flatMap(currenciesWith)),
  })

  it('an amount below zero has its sign in front', () => {
    expect(majorUnitsOf({ amount: -5n, currency: 'EUR' })).toBe('-0.05')
    expect(majorUnitsOf({ amount: -1234n, currency: 'JPY' })).toBe('-1234')
  })

  it('an amount that a page shows is read as that amount in every currency', () => {
    const texts = (given: Money) => [
      majorUnitsOf(given),
      formatMoney(given, 'en'),
      formatMoney(given, 'en').replace(currencySign(given.currency), ''),
    ]
    const isRead = (given: Money) =>
      texts(given).every((text) => {
        const amounts = amountsMeant(text, given.currency)
        const isAmbiguous = /(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}$/.test(text) && minorUnits(given.currency)! >= 3
        return amounts.includes(given.amount) && amounts.length === (isAmbiguous ? 2 : 1)
      })
    fc.assert(fc.property(money, isRead), { numRuns: 500 })
  })

  it('ambiguous text has both readings, and no text has more than two', () => {
    const texts = fc.stringMatching(/^[1-9]\d{0,2}(?:[., ]\d{1,4}){0,3}$/)
    const currencies = fc.constantFrom('JPY', 'EUR', 'JOD', 'CLF')
    fc.assert(
      fc.property(texts, currencies, (text, currency) => {
        const meanings = amountsMeant(text, currency).length
        const isOpen = /^\d{1,3}[.,]\d{3}$/.test(text) && !(text.includes(',') && minorUnits(currency)! < 3)
        return meanings <= (isOpen ? 2 : 1)
      }),
      { numRuns: 500 },
    )
  })

  it('the script groups digits as the page does', () => {
    const shown = ({ amount, currency }: Money) => groupDigits(amount, minorUnits(currency)!)
    fc.assert(
      fc.property(money, (given) => `${currencySign(given.currency)}${shown(given)}` === formatMoney(given, 'en')),
      { numRuns: 500 },
    )
  })
})

describe('amounts that people look for', () => {
  it.each([
    [
      '12.5',
      undefined,
      [
        [1250n, 'EUR'],
        [12_500n, 'JOD'],
        [125_000n, 'CLF'],
      ],
    ],
    [
      '1,000',
      'JOD',
      [
        [1_000_000n, 'JOD'],
        [1000n, 'JOD'],
      ],
    ],
    ['1,234.56', 'EUR', [[123_456n, 'EUR']]],
    ['JOD 2,500.000', undefined, [[2_500_000n, 'JOD']]],
    ['2500 JOD', undefined, [[2_500_000n, 'JOD']]],
    ['€2,500.00', undefined, [[250_000n, 'EUR']]],
    ['2,500.00 JOD', undefined, [[2_500_000n, 'JOD']]],
    ['order-2500', undefined, []],
    ['ten', undefined, []],
  ] as const)('%j in %s', (text, currency, expected) => {
    const found = amountsToFind(text, currency)
    expect(found.map(({ amount }) => amount)).toEqual(expected.map(([amount]) => amount))
    for (const [index, [, code]] of expected.entries()) expect(found[index]!.currencies).toContain(code)
  })
})
