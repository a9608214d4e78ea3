import { constants, type KeyObject, publicEncrypt } from 'node:crypto'
import { TollgateError } from './error.ts'

/** Rule of a field; its message never repeats the input. */
export type FieldCheck<Typed> = readonly [field: string, valid: (typed: Typed) => boolean, message: string]

/** `1` to `12`, a leading zero is allowed; the year has four digits. */
export interface Expiry {
  readonly expirationMonth: string
  readonly expirationYear: string
}

/** Rules of the expiry of cards and tokens. */
export const EXPIRY_CHECKS: readonly FieldCheck<Expiry>[] = [
  [
    'encrypted_expiration_month',
    ({ expirationMonth }) => /^(0?[1-9]|1[0-2])$/.test(expirationMonth),
    'Enter a month from 1 to 12.',
  ],
  [
    'encrypted_expiration_year',
    ({ expirationYear }) => /^\d{4}$/.test(expirationYear),
    'Enter the year with four digits.',
  ],
]

/** RSA-OAEP with SHA-256, also for the mask function; each field separately, Base64. */
export function encryptField(key: KeyObject, text: string): string {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return publicEncrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(text)).toString('base64')
}

/** @throws TollgateError naming every field that cannot be right, as the gateway would */
export function validateFields<Typed>(typed: Typed, checks: readonly FieldCheck<Typed>[]): void {
  const problems = checks
    .filter(([, valid]) => !valid(typed))
    .map(([field, , message]) => ({ property: `payment_method.data.${field}`, message, params: [] }))
  if (problems.length === 0) return
  throw new TollgateError('invalid_request', problems.map(({ message }) => message).join(' '), { problems })
}

/** Twelve to nineteen digits whose check digit fits (ISO/IEC 7812-1, Luhn). */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const worths = [...number].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
  return worths.reduce((sum, worth) => sum + (worth > 9 ? worth - 9 : worth), 0) % 10 === 0
}
