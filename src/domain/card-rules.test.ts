import cardValidator from 'card-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandOf, lengthsOf } from './brands.ts'
import { type CardField, type CardText, invalidCardFields, isCardNumber, maskNumber, passesLuhn } from './card-rules.ts'

const today = new Date('2027-06-30T23:59:59Z')
const good: CardText = { number: '4111111111111111', cvv: '123', expirationMonth: '12', expirationYear: '2030' }
const amex: CardText = { ...good, number: '378282246310005' }

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((list) => list.join(''))

const withCheckDigit = (body: string) => {
  const check = [...'0123456789'].find((digit) => passesLuhn(body + digit))
  return body + check
}

const judged: readonly [why: string, card: CardText, bad: readonly CardField[]][] = [
  ['a good card has no bad field', good, []],
  ['the month may have a leading zero', { ...good, expirationMonth: '01' }, []],
  ['the month may have none', { ...good, expirationMonth: '1' }, []],
  ['a card is good in the month it expires', { ...good, expirationMonth: '6', expirationYear: '2027' }, []],
  [
    'an expired card names the month in the current year',
    { ...good, expirationMonth: '5', expirationYear: '2027' },
    ['expirationMonth'],
  ],
  [
    'an expired card names the year before',
    { ...good, expirationMonth: '12', expirationYear: '2026' },
    ['expirationYear'],
  ],
  ['twenty years ahead is good', { ...good, expirationYear: '2047' }, []],
  [
    'more than twenty years ahead is not',
    { ...good, expirationMonth: '1', expirationYear: '2048' },
    ['expirationYear'],
  ],
  ['month 13', { ...good, expirationMonth: '13' }, ['expirationMonth']],
  ['month 0', { ...good, expirationMonth: '0' }, ['expirationMonth']],
  ['month 001', { ...good, expirationMonth: '001' }, ['expirationMonth']],
  ['a year of two digits', { ...good, expirationYear: '30' }, ['expirationYear']],
  ['digits of another script', { ...good, expirationYear: '٢٠٣٠' }, ['expirationYear']],
  ['a line end behind the number', { ...good, number: '4111111111111111\n' }, ['number']],
  ['a wrong check digit', { ...good, number: '4111111111111112' }, ['number']],
  ['a visa number of twelve digits', { ...good, number: '411111111117' }, ['number']],
  ['an amex number of sixteen digits', { ...amex, number: '3782822463100003', cvv: '1234' }, ['number']],
  ['eleven digits', { ...good, number: '41111111116' }, ['number']],
  ['twenty digits', { ...good, number: '41111111111111111112' }, ['number']],
  ['an unknown brand is accepted', { ...good, number: '9999999999999995' }, []],
  ['spaces in the number', { ...good, number: '4111 1111 1111 1111' }, ['number']],
  ['a CVV of four digits is not for visa', { ...good, cvv: '1234' }, ['cvv']],
  ['a CVV of three digits is not for amex', { ...amex, cvv: '123' }, ['cvv']],
  ['a CVV of four digits is for amex', { ...amex, cvv: '1234' }, []],
  ['an unreadable number alone is blamed', { ...amex, number: '', cvv: '1234' }, ['number']],
  [
    'all bad fields are named at once',
    { number: '', cvv: '', expirationMonth: '', expirationYear: '' },
    ['number', 'cvv', 'expirationMonth', 'expirationYear'],
  ],
]

describe('a card is good', () => {
  const november = { ...good, expirationMonth: '11', expirationYear: '2026' }
  const december = { ...november, expirationMonth: '12' }

  it.each([
    ['on the last evening of its month in New York', november, '2026-12-01T03:00:00Z', []],
    ['in Honolulu', november, '2026-12-01T09:59:59Z', []],
    ['until the month has ended at UTC-12', november, '2026-12-01T11:59:59Z', []],
    ['and no longer', november, '2026-12-01T12:00:00Z', ['expirationMonth']],
    ['in the last hours of its year', december, '2027-01-01T11:59:59Z', []],
    ['and not in the next year', december, '2027-01-01T12:00:00Z', ['expirationYear']],
    [
      'for twenty years, from the first hour of a year',
      { ...good, expirationYear: '2047' },
      '2027-01-01T00:00:00Z',
      [],
    ],
  ])('%s', (_when, card, now, bad) => {
    expect(invalidCardFields(card, new Date(now))).toEqual(bad)
  })
})

describe('card rules', () => {
  it.each(judged)('%s', (_why, card, bad) => {
    expect(new Set(invalidCardFields(card, today))).toEqual(new Set(bad))
  })

  it('every one of the ten last digits but one fails the Luhn check', () => {
    fc.assert(
      fc.property(digits(11, 18), (body) => {
        fc.pre(lengthsOf(brandOf(body)).includes(body.length + 1))
        expect([...'0123456789'].filter((digit) => isCardNumber(body + digit))).toHaveLength(1)
      }),
    )
  })

  it('card-validator agrees on every length of every brand, but for the 13 digits of a published visa number', () => {
    for (const prefix of ['4', '51', '2221', '6304', '37', '6011', '36', '3528', '6200']) {
      for (let length = 12; length <= 19; length += 1) {
        const number = withCheckDigit(prefix.padEnd(length - 1, '0'))
        const isPublished = prefix === '4' && length === 13
        expect(isCardNumber(number), number).toBe(isPublished || cardValidator.number(number).isValid)
      }
    }
  })

  it('one wrong digit anywhere fails the Luhn check', () => {
    fc.assert(
      fc.property(digits(11, 18).map(withCheckDigit), fc.nat(), fc.integer({ min: 1, max: 9 }), (number, at, add) => {
        const place = at % number.length
        const wrong = String((Number(number[place]) + add) % 10)
        expect(passesLuhn(number.slice(0, place) + wrong + number.slice(place + 1))).toBe(false)
      }),
    )
  })

  it('card-validator agrees on the Luhn check of visa numbers', () => {
    fc.assert(
      fc.property(digits(15, 15), (rest) => {
        expect(isCardNumber(`4${rest}`)).toBe(cardValidator.number(`4${rest}`).isValid)
      }),
    )
  })

  it('masked is first six, one star per hidden digit, last four, for every length from 12 to 19', () => {
    fc.assert(
      fc.property(digits(12, 19), (number) => {
        const masked = maskNumber(number)
        expect(masked).toMatch(/^\d{6}\*{2,9}\d{4}$/)
        expect(masked).toHaveLength(number.length)
        expect([masked.slice(0, 6), masked.slice(-4)]).toEqual([number.slice(0, 6), number.slice(-4)])
      }),
    )
  })
})
