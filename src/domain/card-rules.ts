import { type Brand, brandOf, cvvLengthOf, lengthsOf } from './brands.ts'

/** A card's four fields as text; an unreadable field is empty. */
export interface CardText {
  readonly number: string
  /** Null if none is required, as with a network token. */
  readonly cvv: string | null
  readonly expirationMonth: string
  readonly expirationYear: string
}

export type CardField = keyof CardText

const DIGITS = /^\d+$/
const MONTH = /^(0?[1-9]|1[0-2])$/
const YEAR = /^\d{4}$/
const MAX_YEARS_AHEAD = 20
/** UTC-12, the last zone in which a month ends: a card is valid until then. */
const LATEST_ZONE_MS = 12 * 60 * 60 * 1000

/** Invalid fields (docs/reference/requests.md#encrypted-fields). Cards expire when their month has ended everywhere. */
export function invalidCardFields(card: CardText, today: Date): readonly CardField[] {
  const bad = new Set<CardField>(expiryFaults(card, today))
  if (!isCardNumber(card.number)) bad.add('number')
  if (card.cvv !== null && !isCvv(card.cvv, card.number === '' ? undefined : brandOf(card.number))) bad.add('cvv')
  return [...bad]
}

/** Checks the length for its brand (12 to 19 digits if unknown) and the Luhn digit. */
export function isCardNumber(text: string): boolean {
  return DIGITS.test(text) && lengthsOf(brandOf(text)).includes(text.length) && passesLuhn(text)
}

/** Three digits, four for American Express. @param brand undefined for an unknown card: then either length is valid */
export function isCvv(text: string, brand: Brand | null | undefined): boolean {
  if (!/^\d{3,4}$/.test(text)) return false
  return brand === undefined || text.length === cvvLengthOf(brand)
}

/** The Luhn check digit (ISO/IEC 7812-1, annex B) over digits only. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48
    const doubled = digit * 2
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** First six, one star per hidden digit, last four (PCI DSS 3.4.1), for numbers of 12 to 19 digits. */
export function maskNumber(number: string): string {
  return number.slice(0, 6) + '*'.repeat(number.length - 10) + number.slice(-4)
}

export type ExpiryText = Pick<CardText, 'expirationMonth' | 'expirationYear'>

/** Fields of an expiry that is no month, is over or is too far ahead. @param today as in `invalidCardFields` */
export function expiryFaults(expiry: ExpiryText, today: Date): (keyof ExpiryText)[] {
  const { expirationMonth: month, expirationYear: year } = expiry
  const faults: (keyof ExpiryText)[] = []
  if (!MONTH.test(month)) faults.push('expirationMonth')
  if (!YEAR.test(year)) return [...faults, 'expirationYear']
  const latest = new Date(today.getTime() - LATEST_ZONE_MS)
  const yearsLeft = Number(year) - latest.getUTCFullYear()
  if (yearsLeft < 0 || Number(year) - today.getUTCFullYear() > MAX_YEARS_AHEAD) faults.push('expirationYear')
  if (yearsLeft === 0 && Number(month) <= latest.getUTCMonth()) faults.push('expirationMonth')
  return faults
}
