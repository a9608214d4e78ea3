import { brandOf, cvvLengthOf } from '../../../src/domain/brands.ts'
import { hasCardNumber } from '../../../src/domain/card-numbers-in-text.ts'
import { invalidCardFields } from '../../../src/domain/card-rules.ts'
import { isEmail } from '../../../src/domain/email-format.ts'
import { formatNumber } from './card-number.ts'
import { formatExpiry, readExpiry } from './expiry.ts'
import { isPlausiblePhone } from './phone.ts'
import type { ProblemText } from './texts/texts.ts'
import { digitsOf, type Format } from './typing.ts'

export type FieldName = 'number' | 'expiry' | 'cvc' | 'name' | 'email' | 'firstName' | 'lastName' | 'country' | 'phone'

/** The card's number, or the brand of a saved card. */
export interface Context {
  readonly number: string
  readonly brand: string | null
}

/** How one field is typed, filled in and checked. */
export interface FieldKind {
  /** A token of the HTML standard's autofill. */
  readonly autocomplete: string
  readonly inputmode?: 'numeric' | 'email' | 'tel'
  readonly format?: Format
  /** The message when it is empty and must not be. */
  readonly missing: ProblemText
  /** Returns the error of a non-empty value. */
  check?(value: string, context: Context): ProblemText | null
}

export const FIELDS: Readonly<Record<FieldName, FieldKind>> = {
  number: {
    autocomplete: 'cc-number',
    inputmode: 'numeric',
    format: formatNumber,
    missing: 'numberMissing',
    check: (value) => (badCardFields({ number: digitsOf(value) }).includes('number') ? 'numberWrong' : null),
  },
  expiry: {
    autocomplete: 'cc-exp',
    inputmode: 'numeric',
    format: formatExpiry,
    missing: 'expiryMissing',
    check: (value) => expiryProblem(value),
  },
  cvc: {
    autocomplete: 'cc-csc',
    inputmode: 'numeric',
    format: (text) => digitsOf(text).slice(0, 4),
    missing: 'cvcMissing',
    check: (value, { brand, number }) => cvcProblem(value, brand, number === ''),
  },
  name: { autocomplete: 'cc-name', missing: 'nameMissing', check: cardNumberProblem },
  email: {
    autocomplete: 'email',
    inputmode: 'email',
    missing: 'emailMissing',
    check: (value) => cardNumberProblem(value) ?? (isEmail(value) ? null : 'emailWrong'),
  },
  firstName: { autocomplete: 'given-name', missing: 'firstNameMissing', check: cardNumberProblem },
  lastName: { autocomplete: 'family-name', missing: 'lastNameMissing', check: cardNumberProblem },
  country: { autocomplete: 'country', missing: 'countryMissing' },
  phone: {
    autocomplete: 'tel',
    inputmode: 'tel',
    missing: 'phoneWrong',
    check: (value) => (isPlausiblePhone(value) ? null : 'phoneWrong'),
  },
}

/** Rejects card numbers in names and addresses, which are stored in clear. */
function cardNumberProblem(value: string): ProblemText | null {
  return hasCardNumber(value) ? 'cardNumberThere' : null
}

export function brandOfTyped(number: string): string | null {
  return brandOf(digitsOf(number))
}

/** The problems of what is given, by the gateway's own rules; everything else of the card is assumed to be right. */
function badCardFields(given: { number?: string; expirationMonth?: string; expirationYear?: string }) {
  const now = new Date()
  const right = { number: '', cvv: null, expirationMonth: '12', expirationYear: String(now.getUTCFullYear() + 1) }
  return invalidCardFields({ ...right, ...given }, now)
}

function expiryProblem(value: string): ProblemText | null {
  const { month, year } = readExpiry(value)
  const bad = badCardFields({ expirationMonth: month, expirationYear: year }).some((field) => field !== 'number')
  if (!bad) return null
  const isDate = month !== '' && Number(month) >= 1 && Number(month) <= 12
  return isDate && Number(year) <= new Date().getUTCFullYear() ? 'expiryPast' : 'expiryWrong'
}

function cvcProblem(value: string, brand: string | null, isCardUnknown: boolean): ProblemText | null {
  const length = cvvLengthOf(brand === 'amex' ? 'amex' : null)
  const fits = value.length === length || (isCardUnknown && brand === null && value.length === 4)
  return fits ? null : length === 4 ? 'cvcWrongAmex' : 'cvcWrong'
}
