import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatNumber } from './card-number.ts'
import { formatExpiry, readExpiry } from './expiry.ts'
import { digitsOf, type Edit, editOf, type Format, reformat } from './typing.ts'

const digits = (min: number, max: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: min, maxLength: max }).map((parts) => parts.join(''))

/** `|` is the caret. */
function type(before: string, now: string, edit: Edit, format: Format): string {
  const caret = now.indexOf('|')
  const typed = reformat(before.replace('|', ''), { text: now.replace('|', ''), caret }, edit, format)
  return `${typed.text.slice(0, typed.caret)}|${typed.text.slice(typed.caret)}`
}

test.each([
  ['', '4|', 'insert', '4|'],
  ['411', '4111|', 'insert', '4111|'],
  ['4111', '41111|', 'insert', '4111 1|'],
  ['4111 1111', '4111 9|1111', 'insert', '4111 9|111 1'],
  ['4111 1111', '411|1 1111', 'insert', '411|1 1111'],
  ['4111 1111', '41112| 1111', 'insert', '4111 2|111 1'],
  ['4111 1', '4111 |', 'delete-backward', '4111|'],
  ['4111 1111', '4111|1111', 'delete-backward', '411|1 111'],
  ['4111 1111', '4111|1111', 'delete-forward', '4111| 111'],
  ['3782 8', '3782 82|', 'insert', '3782 82|'],
  ['', '378282246310005|', 'insert', '3782 822463 10005|'],
  ['', '4111-1111-1111-1111|', 'insert', '4111 1111 1111 1111|'],
  ['', '４１１１１|', 'insert', '4111 1|'],
  ['', '٤١١١١|', 'insert', '4111 1|'],
] as const)('a card number that showed "%s" and now reads "%s" (%s) becomes "%s"', (before, now, edit, after) => {
  expect(type(before, now, edit, formatNumber)).toBe(after)
})

test.each([
  ['', '1|', 'insert', '1|'],
  ['', '3|', 'insert', '03 / |'],
  ['1', '12|', 'insert', '12 / |'],
  ['1', '13|', 'insert', '01 / 3|'],
  ['1', '1/|', 'insert', '01 / |'],
  ['12 / ', '12 /|', 'delete-backward', '1|'],
  ['12 / 3', '12 / |', 'delete-backward', '12|'],
  ['12 / 3', '12 / 30|', 'insert', '12 / 30|'],
  ['12 / 30', '1|2 / 30', 'insert', '1|2 / 30'],
  ['12 / 30', '|2 / 30', 'delete-backward', '|2 / 30'],
  ['2 / 30', '1|2 / 30', 'insert', '1|2 / 30'],
  ['2 / 30', '| / 30', 'delete-forward', '| / 30'],
  [' / 30', '1| / 30', 'insert', '1 / |30'],
  ['1 / 30', '10| / 30', 'insert', '10 / |30'],
  ['12 / 30', '10|2 / 30', 'insert', '10 / |30'],
  ['12 / 30', '12 / 4|30', 'insert', '12 / 4|3'],
  ['05 / 30', '05 /|30', 'delete-backward', '0| / 30'],
  ['05 / 30', '05|/ 30', 'delete-forward', '05| / 0'],
] as const)('an expiry that showed "%s" and now reads "%s" (%s) becomes "%s"', (before, now, edit, after) => {
  expect(type(before, now, edit, formatExpiry)).toBe(after)
})

test.each([
  '12/30',
  '12/2030',
  '12-30',
  '12 30',
  '1230',
  '122030',
  '12 / 2030',
  '2030-12',
  '12.2030',
  '１２/３０',
  '١٢/٣٠',
  '۱۲ / ۳۰',
  'Exp: 12/30',
  '12/30 ',
])('the spelling "%s" is December 2030', (spelling) => {
  expect(formatExpiry(spelling, 'insert')).toBe('12 / 30')
  expect(readExpiry(spelling)).toEqual({ month: '12', year: '2030' })
})

test.each([
  'Jan 2030',
  'January 2030',
  'jan-30',
  'JAN/30',
  'Jan. 2030',
  '2030 Jan',
  'Jan 15, 2030',
  '15 Jan 30',
  'ianuarie 2030',
  'januar 2030',
  'januari 2030',
  'valid thru Jan 2030',
  '1/1/2030',
  '1/1/30',
  '31/01/2030',
  '01/31/2030',
  '01/31/30',
  '31.1.30',
  '2030-01-31',
  '2030/1/2',
])('the date "%s" is January 2030', (spelling) => {
  expect(formatExpiry(spelling, 'insert')).toBe('01 / 30')
  expect(readExpiry(spelling)).toEqual({ month: '01', year: '2030' })
})

test.each(['1/2/2030', '02/03/30', '31/31/2030', '13/13/30', '0/0/2030', '1/1/203', '1/31/1930'])(
  '"%s" says no month for sure, so nothing is taken from it',
  (spelling) => {
    expect(formatExpiry(spelling, 'insert')).toBe('')
    expect(readExpiry(spelling)).toEqual({ month: '', year: '' })
  },
)

test('the digits of every script count as what they say', () => {
  expect(digitsOf('٠١٢٣٤٥٦٧٨٩ ۹ ९ ৯ ๙ ９ 𝟗')).toBe('0123456789999999')
})

test.each(['3/30', '03/30', '3-2030', '330', '0330', '032030', '2030-3'])(
  'the spelling "%s" is March 2030',
  (spelling) => {
    expect(readExpiry(spelling)).toEqual({ month: '03', year: '2030' })
  },
)

test.each(['', '1', '12', '12 / 3', '12 / 203'])('"%s" is no whole expiry', (text) => {
  expect(readExpiry(text)).toEqual({ month: '', year: '' })
})

test('every month and year of this century is read as it is written, with or without the century', () => {
  const dates = fc.record({ month: fc.integer({ min: 1, max: 12 }), year: fc.integer({ min: 0, max: 99 }) })
  fc.assert(
    fc.property(
      dates,
      fc.constantFrom('/', ' / ', '-', '.', ' '),
      fc.boolean(),
      ({ month, year }, separator, century) => {
        const [mm, yy] = [String(month).padStart(2, '0'), String(year).padStart(2, '0')]
        // A two-digit year of 20 is the beginning of a long one until the field is left.
        fc.pre(century || yy !== '20')
        expect(readExpiry(`${mm}${separator}${century ? '20' : ''}${yy}`)).toEqual({ month: mm, year: `20${yy}` })
      },
    ),
  )
})

test('formatting keeps every digit in its order and says the same when it is repeated', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const shown = formatNumber(text)
      expect(digitsOf(text).startsWith(digitsOf(shown))).toBe(true)
      expect(formatNumber(shown)).toBe(shown)
    }),
  )
})

test('typing a number digit by digit shows what pasting it shows, with the caret at its end', () => {
  fc.assert(
    fc.property(digits(1, 19), (number) => {
      let shown = ''
      for (const digit of number) {
        const now = shown + digit
        const typed = reformat(shown, { text: now, caret: now.length }, 'insert', formatNumber)
        expect(typed.caret).toBe(typed.text.length)
        shown = typed.text
      }
      expect(shown).toBe(formatNumber(number))
    }),
  )
})

test('a digit typed anywhere stays left of the caret, and the caret never leaves the text', () => {
  fc.assert(
    fc.property(digits(0, 14), fc.nat(), fc.constantFrom(...'0123456789'), (number, place, digit) => {
      const before = formatNumber(number)
      const at = place % (before.length + 1)
      const now = { text: before.slice(0, at) + digit + before.slice(at), caret: at + 1 }
      const { text, caret } = reformat(before, now, 'insert', formatNumber)
      expect(caret).toBeLessThanOrEqual(text.length)
      const left = digitsOf(text.slice(0, caret))
      expect(left === digitsOf(before.slice(0, at)) + digit || text.length <= caret).toBe(true)
    }),
  )
})

test('Backspace anywhere takes exactly one digit away, the one before the caret', () => {
  fc.assert(
    fc.property(digits(1, 19), fc.nat(), (number, place) => {
      const before = formatNumber(number)
      const at = 1 + (place % before.length)
      const now = { text: before.slice(0, at - 1) + before.slice(at), caret: at - 1 }
      const { text } = reformat(before, now, 'delete-backward', formatNumber)
      const left = digitsOf(before.slice(0, at)).slice(0, -1)
      expect(formatNumber(left + digitsOf(before.slice(at)))).toBe(text)
    }),
  )
})

test.each([
  ['insertText', 'insert'],
  [undefined, 'insert'],
  ['insertFromPaste', 'insert'],
  ['deleteContentBackward', 'delete-backward'],
  ['deleteContentForward', 'delete-forward'],
  ['deleteByCut', 'delete-backward'],
] as const)('the input type %s is a %s', (inputType, edit) => {
  expect(editOf(inputType)).toBe(edit)
})
