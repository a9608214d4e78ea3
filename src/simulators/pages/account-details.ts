import { createHash } from 'node:crypto'

/** XT is a user-assigned code of ISO 3166: no country has it, so no bank sends real money there. */
const COUNTRY = 'XT'
const BANK_CODE = 'TOLL'

/** Bank identifier for `ibanOf` (ISO 9362). */
export const BIC = `${BANK_CODE}${COUNTRY}XX`

/** Account for the transfers of a merchant, with valid check digits (ISO 13616). */
export function ibanOf(merchantName: string): string {
  const account = BANK_CODE + digitsFrom(merchantName, 12)
  return `${COUNTRY}${checkDigits(account, COUNTRY)}${account}`
}

/** Payment reference of an attempt: a creditor reference (ISO 11649). */
export function creditorReferenceOf(attemptId: string): string {
  const reference = digitsFrom(attemptId, 16)
  return `RF${checkDigits(reference, 'RF')}${reference}`
}

export function inFours(text: string): string {
  return text.replace(/(.{4})(?=.)/g, '$1 ')
}

/** ISO/IEC 7064, MOD 97-10: with these two digits the text, its head moved to the end, leaves a remainder of 1. */
function checkDigits(body: string, head: string): string {
  const number = [...`${body}${head}00`].map((character) => Number.parseInt(character, 36)).join('')
  return String(98n - (BigInt(number) % 97n)).padStart(2, '0')
}

/** Deterministic. */
function digitsFrom(text: string, places: number): string {
  const digest = createHash('sha256').update(text).digest('hex')
  return String(BigInt(`0x${digest}`) % 10n ** BigInt(places)).padStart(places, '0')
}
