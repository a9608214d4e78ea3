import cardValidator from 'card-validator'
import { describe, expect, it } from 'vitest'
import { type Brand, brandOf, cvvLengthOf, lengthsOf } from './brands.ts'

/** Test numbers the networks publish, and numbers just inside the ends of ranges. */
const PUBLISHED = {
  visa: ['4111111111111111', '4012888888881881', '4222222222222', '4000000000000002'],
  mastercard: ['5555555555554444', '5105105105105100', '2223000048400011', '2221000000000009', '2720990000000007'],
  maestro: ['6304000000000000', '6759649826438453', '6799990100000000019', '5018000000000009', '5641820000000005'],
  amex: ['378282246310005', '371449635398431', '340000000000009'],
  discover: ['6011111111111117', '6011000990139424', '6445644564456445', '6500000000000002'],
  diners: ['30569309025904', '3095000000000000', '38520000023237', '36227206271667'],
  jcb: ['3530111333300000', '3566002020360505', '3528000000000007', '3589000000000003'],
  unionpay: ['6200000000000005', '6205500000000000004', '8100000000000000'],
  dinacard: ['9891000000000009'],
} as const

/** The library's names for the same networks; it has no dinacard. */
const LIBRARY_NAMES: Record<string, string> = { 'american-express': 'amex', 'diners-club': 'diners' }

/** Of Diners Club; the library leaves this range out. */
const NEWER_DINERS = '3095000000000000'

const cases = Object.entries(PUBLISHED).flatMap(([brand, numbers]) => numbers.map((number) => ({ brand, number })))

describe('card brands', () => {
  it.each(cases)('$number is $brand', ({ brand, number }) => {
    expect(brandOf(number)).toBe(brand)
  })

  it.each(cases.filter(({ brand, number }) => brand !== 'dinacard' && number !== NEWER_DINERS))(
    'card-validator agrees on $number',
    ({ brand, number }) => {
      const name = cardValidator.number(number).card?.type ?? ''
      expect(LIBRARY_NAMES[name] ?? name).toBe(brand)
    },
  )

  it.each([
    ['Elo inside Visa', '4011780000000000', '4389350000000002', '4576320000000000'],
    [
      'Elo inside Discover',
      '6500310000000000',
      '6504390000000000',
      '6509010000000000',
      '6516790000000000',
      '6550040000000007',
    ],
    ['Dankort', '5019000000000008'],
  ])('%s has no brand', (_network, ...numbers) => {
    for (const number of numbers) expect(brandOf(number), number).toBeNull()
  })

  it.each([
    ['visa', '4011770000000000', '4011800000000000', '4389340000000000', '4571000000000000', '401178'.slice(0, 4)],
    [
      'discover',
      '6500300000000000',
      '6500340000000000',
      '6505390000000000',
      '6505990000000000',
      '6507190000000000',
      '6550200000000000',
    ],
    ['maestro', '5018000000000009', '5020000000000000'],
  ])('the neighbors of those ranges stay %s', (brand, ...numbers) => {
    for (const number of numbers) expect(brandOf(number), number).toBe(brand)
  })

  it.each(['2220990000000000', '2721000000000000', '9999999999999995', '1234567890123452', '3527', '3590', '35', ''])(
    'a number in no known range, %j, has no brand',
    (number) => {
      expect(brandOf(number)).toBeNull()
    },
  )

  it.each(Object.keys(PUBLISHED).filter((brand) => brand !== 'dinacard'))(
    'numbers of %s have the lengths that card-validator knows',
    (brand) => {
      const type = Object.entries(LIBRARY_NAMES).find(([, own]) => own === brand)?.[0] ?? brand
      const { lengths } = cardValidator.creditCardType.getTypeInfo(type)
      // A number that Visa publishes for tests is older than the library.
      const known = brand === 'visa' ? [13, ...lengths] : lengths
      expect(lengthsOf(brand as Brand)).toEqual(known)
    },
  )

  it('a published test number has a length of its brand, and an unknown brand any from 12 to 19', () => {
    for (const { brand, number } of cases) expect(lengthsOf(brand as Brand), number).toContain(number.length)
    expect(lengthsOf(null)).toEqual([12, 13, 14, 15, 16, 17, 18, 19])
  })

  it('only American Express has a security code of four digits', () => {
    expect(cvvLengthOf('amex')).toBe(4)
    for (const brand of ['visa', 'mastercard', 'dinacard', null] as const) expect(cvvLengthOf(brand)).toBe(3)
  })
})
