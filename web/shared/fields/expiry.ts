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
  const { month, year, isMonthOver } = partsOf(text)
  if (edit === 'insert' && isMonthOver) return twoDigits(month) + SEPARATOR + year
  // Somebody who changes a digit in the middle is about to change the next one, so the text must not move.
  return year === '' ? month : month + SEPARATOR + year
}

/** Month and four-digit year of a whole expiry; empty where it is not one. */
export function readExpiry(text: string): Parts {
  const { month, year } = partsOf(text)
  return month !== '' && year.length === 2 ? { month: twoDigits(month), year: `20${year}` } : { month: '', year: '' }
}

function partsOf(text: string): Parts {
  const plain = withPlainDigits(text).replace(/^[^\d/]+/, '')
  const [first = '', ...others] = plain.split(/\D+/)
  const second = others.join('')
  if (/^20\d\d$/.test(first) && second !== '')
    return { month: second.slice(0, 2), year: first.slice(2), isMonthOver: true }
  if (others.length === 0 || first.length > 3) return splitDigits(digitsOf(plain))
  return { month: first.slice(0, 2), year: yearOf(second), isMonthOver: first !== '' }
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
