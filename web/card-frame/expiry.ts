import { digitsOf, type Edit } from './typing.ts'

const SEPARATOR = ' / '

/** Month and year as digits, as far as they have been typed. */
interface Parts {
  readonly month: string
  readonly year: string
}

/** An expiry as cards print it, `MM / YY`, from every spelling people paste and browsers fill in. */
export function formatExpiry(text: string, edit: Edit): string {
  const { month, year } = partsOf(text)
  const goesOn = year !== '' || (month.length === 2 && edit === 'insert')
  return goesOn ? month + SEPARATOR + year : month
}

/** Month and four-digit year of a whole expiry; empty where it is not one. */
export function readExpiry(text: string): Parts {
  const { month, year } = partsOf(text)
  return month.length === 2 && year.length === 2 ? { month, year: `20${year}` } : { month: '', year: '' }
}

function partsOf(text: string): Parts {
  const [first = '', ...others] = text.normalize('NFKC').trim().split(/\D+/)
  const second = others.join('')
  if (first.length === 4 && /^20\d\d$/.test(first) && second !== '')
    return { month: monthOf(second), year: first.slice(2) }
  if (others.length > 0 && first.length < 3) return { month: first.padStart(2, '0').slice(0, 2), year: yearOf(second) }
  return splitDigits(digitsOf(text))
}

/** Without a separator the first digits are the month: one where it can only be one. */
function splitDigits(digits: string): Parts {
  if (digits === '') return { month: '', year: '' }
  const isOneDigit = digits[0]! > '1' || (digits.length > 1 && Number(digits.slice(0, 2)) > 12)
  const length = isOneDigit ? 1 : 2
  const month = isOneDigit ? `0${digits[0]}` : digits.slice(0, 2)
  return { month, year: yearOf(digits.slice(length)) }
}

function monthOf(digits: string): string {
  return digits.padStart(2, '0').slice(0, 2)
}

/** Two digits; a century in front goes once the year is whole. */
function yearOf(digits: string): string {
  if (!digits.startsWith('20')) return digits.slice(0, 2)
  return digits.length < 4 ? digits : digits.slice(2, 4)
}
