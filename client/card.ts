import type { KeyObject } from 'node:crypto'
import {
  EXPIRY_CHECKS,
  type Expiry,
  encryptField,
  type FieldCheck,
  isCardNumber,
  validateFields,
} from './field-encryption.ts'
import type { CardMethod } from './schema.ts'

/** A card as the shopper typed it; spaces in the number are allowed. Keep it in memory, and no longer than needed. */
export interface Card extends Expiry {
  readonly number: string
  readonly cvv: string
}

/** `payment_method.data` of a card payment: four fields, each encrypted separately. */
export type EncryptedCard = CardMethod['data']

const CVV_HELP = 'Enter the 3 digits on the back of the card, or the 4 digits on the front of an American Express card.'

const CARD_CHECKS: readonly FieldCheck<Card>[] = [
  ['encrypted_card_number', ({ number }) => isCardNumber(number), 'Enter the card number as it is on the card.'],
  ['encrypted_cvv', isCvvOf, CVV_HELP],
  ...EXPIRY_CHECKS,
]

/** Checks of a code without its card, which only the gateway knows. */
const CVV_CHECKS: readonly FieldCheck<string>[] = [['encrypted_cvv', (cvv) => /^\d{3,4}$/.test(cvv), CVV_HELP]]

/**
 * Encrypts a card for the gateway.
 * @throws TollgateError naming every field that cannot be right, as the gateway would
 */
export function encryptCard(publicKey: KeyObject, card: Card): EncryptedCard {
  const typed = { ...card, number: card.number.replaceAll(' ', '') }
  validateFields(typed, CARD_CHECKS)
  const encrypt = (text: string) => encryptField(publicKey, text)
  return {
    encrypted_card_number: encrypt(typed.number),
    encrypted_cvv: encrypt(typed.cvv),
    encrypted_expiration_month: encrypt(typed.expirationMonth),
    encrypted_expiration_year: encrypt(typed.expirationYear),
  }
}

/**
 * Encrypts the security code that comes with a saved card.
 * @throws TollgateError where it cannot be one
 */
export function encryptCvv(publicKey: KeyObject, cvv: string): string {
  validateFields(cvv, CVV_CHECKS)
  return encryptField(publicKey, cvv)
}

function isCvvOf({ number, cvv }: Card): boolean {
  return /^3[47]/.test(number) ? /^\d{4}$/.test(cvv) : /^\d{3}$/.test(cvv)
}
