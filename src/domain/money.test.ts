import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convert, MAX_AMOUNT, parseAmount } from './money.ts'

/** A JSON number as the body parser hands it over: exact where JavaScript's own would not be. */
const written = (text: string) => {
  const number = Number(text)
  return Number.isSafeInteger(number) && String(number) === text ? number : JSON.rawJSON(text)
}

const amounts = fc.bigInt({ min: 1n, max: MAX_AMOUNT })

describe('an amount is an int64 taken exactly as written', () => {
  it('keeps every digit from 1 to 9223372036854775807', () => {
    fc.assert(fc.property(amounts, (amount) => parseAmount(written(String(amount))) === amount))
  })

  it.each(['10.0', '10.5', '1e3', '1E3', '0', '-1', '-0', '9223372036854775808', '99999999999999999999', '0.1'])(
    '%s is none',
    (text) => {
      expect(parseAmount(JSON.rawJSON(text))).toBeUndefined()
    },
  )

  it.each(['100', null, undefined, true, {}, [], 10.5, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 100n])(
    '%o is none',
    (value) => {
      expect(parseAmount(value)).toBeUndefined()
    },
  )
})

describe('a conversion rounds half up, to the minor units of the settlement currency', () => {
  it.each([
    [1250n, '1.0842', 2, 2, 1355n],
    [1n, '0.5', 2, 2, 1n],
    [1n, '0.4999999999', 2, 2, 0n],
    [3n, '0.5', 2, 2, 2n],
    [1000n, '0.0061', 0, 2, 610n],
    [5n, '3.015', 3, 2, 2n],
    [1n, '163', 2, 0, 2n],
    [123n, '2', 2, 3, 2460n],
  ])('%s at %s, %i to %i digits, is %s', (amount, rate, fromDigits, toDigits, converted) => {
    expect(convert(amount, rate, fromDigits, toDigits)).toBe(converted)
  })

  it('at a rate of 1 changes nothing', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom('1', '1.0', '1.000'),
        (amount, one) => convert(amount, one, 2, 2) === amount,
      ),
    )
  })

  it('is never half a unit or more away from the exact value', () => {
    const rates = fc.tuple(fc.nat(999), fc.stringMatching(/^\d{1,8}$/))
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), rates, (amount, [whole, fraction]) => {
        const converted = convert(amount, `${whole}.${fraction}`, 2, 2)!
        const scale = 10n ** BigInt(fraction.length)
        const exact = amount * BigInt(`${whole}${fraction}`)
        const doubled = 2n * (converted * scale - exact)
        return -scale < doubled && doubled <= scale
      }),
    )
  })

  it('that leaves int64 is none', () => {
    expect(convert(MAX_AMOUNT, '1.0842', 2, 2)).toBeUndefined()
    expect(convert(MAX_AMOUNT, '1', 2, 3)).toBeUndefined()
    expect(convert(MAX_AMOUNT, '0.9', 2, 2)).toBe(8301034833169298226n)
  })
})
