import { constants, type KeyObject, publicEncrypt } from 'node:crypto'
import { type Problem, TollgateError } from './error.ts'

/** A card as the shopper typed it; spaces in the number are allowed. Keep it in memory, and no longer than needed. */
export interface Card {
  readonly number: string
  readonly cvv: string
  /** `1` to `12`, a leading zero is allowed. */
  readonly expirationMonth: string
  /** Four digits. */
  readonly expirationYear: string
}

/** `payment_method.data` of a card payment: four fields, each encrypted by itself. */
export interface EncryptedCard {
  readonly encrypted_card_number: string
  readonly encrypted_cvv: string
  readonly encrypted_expiration_month: string
  readonly encrypted_expiration_year: string
}

/** What each field must look like; its message never repeats what was typed. */
const CHECKS: readonly [field: keyof EncryptedCard, valid: (card: Card) => boolean, message: string][] = [
  ['encrypted_card_number', ({ number }) => isCardNumber(number), 'Enter the card number as it is on the card.'],
  ['encrypted_cvv', isCvvOf, 'Enter the three digits on the back of the card, on American Express the four in front.'],
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

/**
 * Encrypts a card for the gateway: RSA-OAEP with SHA-256, also for the mask function, each field by itself, Base64.
 * @throws TollgateError naming every field that cannot be right, as the gateway would
 */
export function encryptCard(publicKey: KeyObject, card: Card): EncryptedCard {
  const typed = { ...card, number: card.number.replaceAll(' ', '') }
  refuseImpossible(typed)
  const encrypt = (text: string) => encryptField(publicKey, text)
  return {
    encrypted_card_number: encrypt(typed.number),
    encrypted_cvv: encrypt(typed.cvv),
    encrypted_expiration_month: encrypt(typed.expirationMonth),
    encrypted_expiration_year: encrypt(typed.expirationYear),
  }
}

function refuseImpossible(card: Card): void {
  const problems: Problem[] = CHECKS.filter(([, valid]) => !valid(card)).map(([field, , message]) => ({
    property: `payment_method.data.${field}`,
    message,
    params: [],
  }))
  if (problems.length > 0) throw new TollgateError(problems.map(({ message }) => message).join(' '), { problems })
}

function encryptField(key: KeyObject, text: string): string {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return publicEncrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(text)).toString('base64')
}

/** Twelve to nineteen digits whose check digit fits (ISO/IEC 7812-1, Luhn). */
function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const worths = [...number].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
  return worths.reduce((sum, worth) => sum + (worth > 9 ? worth - 9 : worth), 0) % 10 === 0
}

function isCvvOf({ number, cvv }: Card): boolean {
  return /^3[47]/.test(number) ? /^\d{4}$/.test(cvv) : /^\d{3}$/.test(cvv)
}
