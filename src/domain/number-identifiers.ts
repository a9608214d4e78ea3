import type { Span } from './card-numbers-in-text.ts'

/** Identifiers whose digits are not card numbers: UUIDs, hexadecimal digests, account numbers (IBAN). */
const IDENTIFIER = new RegExp(
  [
    String.raw`(?<![\da-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z])`,
    String.raw`(?<![\da-z])(?=\d*[a-f])[\da-f]{32,128}(?![\da-z])`,
    String.raw`(?<![\da-z])[a-z]{2}\d{2}(?:[ .-]?[\da-z]){11,30}(?![\da-z])`,
  ].join('|'),
  'gi',
)

/** Length of Norwegian account numbers, the shortest. */
const FEWEST_IN_IBAN = 15

export function identifiersIn(text: string): Span[] {
  return [...text.matchAll(IDENTIFIER)].flatMap(({ 0: found, index }) => {
    const length = /^[\da-f-]{32,}$/i.test(found) ? found.length : lengthOfIban(found)
    return length > 0 ? [{ start: index, end: index + length }] : []
  })
}

/** Length of an account number at the start of a text; 0 without one. */
function lengthOfIban(text: string): number {
  let account = text
  while (account.length >= FEWEST_IN_IBAN && !isIban(account)) account = account.replace(/(?:^|[ .-])[\da-z]*$/i, '')
  return account.length >= FEWEST_IN_IBAN ? account.length : 0
}

/** ISO 13616: the part after the check digits, letters as numbers from 10, is 1 modulo 97. */
function isIban(text: string): boolean {
  const plain = text.replace(/[ .-]/g, '').toUpperCase()
  const digits = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}
