import { withMonthNumber } from './month-names.ts'
import { digitsOf, type Edit, withPlainDigits } from './typing.ts'

const SEPARATOR = ' / '

/** Month and year as digits, as far as they have been typed. */
interface Parts {
  readonly month: string
  readonly year: string
  /** Nothing more of the month is to come: there are two digits, or something else behind it. */
  readonly isMonthOver?: boolean
}

/** An expiry as cards print it, `MM / YY`, from every spelling people paste and browsers fill in. */
export function formatExpiry(text: string, edit: Edit): string {
  const { month, year, isMonthOver } = partsOf(text, edit)
  if (edit === 'insert' && isMonthOver) return twoDigits(month) + SEPARATOR + year
  // A digit that is changed in the middle is often followed by the next one, so the text must not move.
  return year === '' ? month : month + SEPARATOR + year
}

/** Month and four-digit year of a whole expiry; empty where it is not one. */
export function readExpiry(text: string): Parts {
  const { month, year } = partsOf(text, 'insert')
  return month !== '' && year.length === 2 ? { month: twoDigits(month), year: `20${year}` } : { month: '', year: '' }
}

function partsOf(text: string, edit: Edit): Parts {
  const plain = withMonthNumber(withPlainDigits(text)).replace(/^[^\d/]+/, '')
  const date = edit === 'insert' && dateIn(plain)
  if (date) return date
  const [first = '', ...others] = plain.split(/\D+/)
  const second = others.join('')
  if (/^20\d\d$/.test(first) && second !== '')
    return { month: second.slice(0, 2), year: first.slice(2), isMonthOver: true }
  if (others.length === 0 || first.length > 3) return splitDigits(digitsOf(plain))
  return { month: first.slice(0, 2), year: yearOf(second), isMonthOver: first !== '' }
}

/**
 * Month and year of a whole date, as `31/01/2030`, `1/31/30` or `2030-01-31`. An ambiguous date is
 * ignored. Three numbers come only from pasting or autofill.
 */
function dateIn(plain: string): Parts | null {
  const numbers = plain.split(/\D+/).filter(Boolean)
  if (numbers.length !== 3) return null
  const [first, second, third] = numbers as [string, string, string]
  if (/^20\d\d$/.test(first)) return { month: second.slice(0, 2), year: first.slice(2), isMonthOver: true }
  const months = [...new Set([first, second].map(Number))].filter((number) => number >= 1 && number <= 12)
  const isRead = months.length === 1 && [first, second].every((number) => Number(number) <= 31)
  if (!isRead || !/^(20)?\d\d$/.test(third)) return { month: '', year: '' }
  return { month: twoDigits(String(months[0])), year: third.slice(-2), isMonthOver: true }
}

/** Without a separator the first digits are the month: one where it can only be one. */
function splitDigits(digits: string): Parts {
  const isOneDigit = digits !== '' && (digits[0]! > '1' || Number(digits.slice(0, 2)) > 12)
  const length = isOneDigit ? 1 : 2
  const month = isOneDigit ? `0${digits[0]}` : digits.slice(0, 2)
  return { month, year: yearOf(digits.slice(length)), isMonthOver: month.length === 2 }
}

function twoDigits(month: string): string {
  return month.padStart(2, '0')
}

/** Two digits; a century in front goes once the year is whole. */
function yearOf(digits: string): string {
  if (!digits.startsWith('20')) return digits.slice(0, 2)
  return digits.length < 4 ? digits : digits.slice(2, 4)
}
