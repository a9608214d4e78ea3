import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readVectors } from '#test/vectors.ts'
import { formatMoney, majorUnitsOf, minorUnits, parseMajorUnits } from './currency.ts'
import { MAX_AMOUNT } from './money.ts'

const published = readVectors('iso4217-minor-units.json') as
  | { currencies: Record<string, { digits: number }>; fundCodesAndMetalsLeftOut: string[] }
  | undefined

/** Intl writes no-break spaces; a reader of this test should not have to. */
const shown = (amount: bigint, currency: string, locale: string) =>
  formatMoney({ amount, currency }, locale).replaceAll(/\s/g, ' ')

describe('currencies', () => {
  it.skipIf(!published)('every currency has the minor units ISO 4217 publishes', () => {
    const rows = Object.entries(published?.currencies ?? {})
    expect(rows.map(([code]) => [code, minorUnits(code)])).toEqual(rows.map(([code, { digits }]) => [code, digits]))
    for (const code of published?.fundCodesAndMetalsLeftOut ?? []) expect(minorUnits(code)).toBeUndefined()
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

describe('amounts in major units', () => {
  it.each([
    ['12', 'EUR', 1200n],
    [' 12.5 ', 'EUR', 1250n],
    ['12,50', 'EUR', 1250n],
    ['0.01', 'EUR', 1n],
    ['007', 'JPY', 7n],
    ['1.234', 'KWD', 1234n],
  ])('%j of %s is %s', (written, currency, amount) => expect(parseMajorUnits(written, currency)).toBe(amount))

  it.each([
    ['', 'EUR'],
    ['0', 'EUR'],
    ['0.00', 'EUR'],
    ['-1', 'EUR'],
    ['1.005', 'EUR'],
    ['1.', 'EUR'],
    ['.5', 'EUR'],
    ['1,000.00', 'EUR'],
    ['1e3', 'EUR'],
    ['1.0', 'JPY'],
    ['92233720368547758.08', 'EUR'],
  ])('%j of %s is none', (written, currency) => expect(parseMajorUnits(written, currency)).toBeUndefined())

  it('what is written is read again, whatever the currency', () => {
    const money = fc.record({
      amount: fc.bigInt(1n, MAX_AMOUNT),
      currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'),
    })
    fc.assert(fc.property(money, (given) => parseMajorUnits(majorUnitsOf(given), given.currency) === given.amount))
  })
})
