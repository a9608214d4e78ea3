import { expect, test } from 'vitest'
import { firstDayOf, isLater, parseExpiry } from './card-update.ts'

test.each([
  ['3/2030', { month: 3, year: 2030 }],
  ['03/2030', { month: 3, year: 2030 }],
  ['12/2030', { month: 12, year: 2030 }],
  ['13/2030', undefined],
  ['0/2030', undefined],
  ['003/2030', undefined],
  ['3/30', undefined],
  ['3/2030 ', undefined],
  ['3/1999', undefined],
  ['', undefined],
])('%j is read as %j', (text, expiry) => {
  expect(parseExpiry(text)).toEqual(expiry)
})

test.each([
  [{ month: 3, year: 2030 }, { month: 2, year: 2030 }, true],
  [{ month: 1, year: 2031 }, { month: 12, year: 2030 }, true],
  [{ month: 10, year: 2030 }, { month: 9, year: 2030 }, true],
  [{ month: 3, year: 2030 }, { month: 3, year: 2030 }, false],
  [{ month: 12, year: 2029 }, { month: 1, year: 2030 }, false],
])('%j is later than %j: %j', (one, other, later) => {
  expect(isLater(one, other)).toBe(later)
})

test('the first day of an expiry is a date of two-digit months', () => {
  expect(firstDayOf({ month: 3, year: 2030 })).toBe('2030-03-01')
})
