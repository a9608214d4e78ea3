import { maskNumber, passesLuhn } from '#domain/card-rules.ts'

/** A string or a number of a JSON text. Time and literals go by untouched. */
const TOKEN = /"(?:[^"\\]|\\.)*"|\d+/g
/** 12 to 19 digits in a row, or in the groups in which they are printed on a card. */
const CANDIDATE = /(?<!\d)(?:\d{12,19}|(?<![0-9a-z])\d{4}([ -])\d{4,6}\1\d{4,5}(?:\1\d{1,7})?)(?!\d)/gi

/** A line of JSON in which every digit run that may be a card number is masked. It stays JSON. */
export function scrub(line: string): string {
  return line.replace(TOKEN, (token) => {
    const masked = token.replace(CANDIDATE, maskIfCard)
    return masked === token || token.startsWith('"') ? masked : `"${masked}"`
  })
}

function maskIfCard(text: string): string {
  const digits = text.replace(/\D/g, '')
  const isCard = digits.length >= 12 && digits.length <= 19 && passesLuhn(digits)
  return isCard ? maskNumber(digits) : text
}
