import { constants, publicEncrypt } from 'node:crypto'

/** A card as a person reads it off the plastic. */
export interface PlainCard {
  readonly number: string
  readonly cvv: string
  readonly expirationMonth: string
  readonly expirationYear: string
}

/** A visa number that is good for years to come. */
export const GOOD_CARD: PlainCard = {
  number: '4111111111111111',
  cvv: '123',
  expirationMonth: '12',
  expirationYear: String(new Date().getUTCFullYear() + 3),
}

/** One field as a merchant encrypts it: RSA-OAEP with SHA-256 for hash and MGF1, standard Base64. */
export function encryptField(publicKey: string, text: string): string {
  const key = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(key, Buffer.from(text)).toString('base64')
}

/** Encrypts `payment_method.data` of a `card`. */
export function encryptCard(publicKey: string, card: Partial<PlainCard> = {}) {
  const { number, cvv, expirationMonth, expirationYear } = { ...GOOD_CARD, ...card }
  return {
    encrypted_card_number: encryptField(publicKey, number),
    encrypted_cvv: encryptField(publicKey, cvv),
    encrypted_expiration_month: encryptField(publicKey, expirationMonth),
    encrypted_expiration_year: encryptField(publicKey, expirationYear),
  }
}
