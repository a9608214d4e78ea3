import { brandOf } from '#domain/brands.ts'
import type { Card, MaskedCard } from '#domain/card.ts'
import { type CardText, maskNumber } from '#domain/card-rules.ts'
import { Secret } from '#domain/secret.ts'
import type { KeyedHashes } from './keyed-hashes.ts'

/** Card without `Secret` wrappers, the only serialized shape; it never leaves this room. */
export interface ClearCard {
  readonly number: string
  readonly cvv: string | null
  readonly expirationMonth: number
  readonly expirationYear: number
  readonly holderName?: string
}

export function toClearCard({ number, cvv, expirationMonth, expirationYear }: CardText): ClearCard {
  return { number, cvv, expirationMonth: Number(expirationMonth), expirationYear: Number(expirationYear) }
}

export function unwrapCard({ number, cvv, maskedCard: _, ...rest }: Card): ClearCard {
  return { ...rest, number: number.reveal(), cvv: cvv?.reveal() ?? null }
}

export function wrapCard(hashes: KeyedHashes, merchantId: string, card: ClearCard): Card {
  const number = new Secret(card.number)
  const cvv = card.cvv === null ? null : new Secret(card.cvv)
  return { ...card, number, cvv, maskedCard: maskCard(hashes, merchantId, number) }
}

export function maskCard(hashes: KeyedHashes, merchantId: string, number: Secret<string>): MaskedCard {
  const digits = number.reveal()
  const hash = hashes.mac(digits, 'card-hash', merchantId).toString('base64url')
  return { masked: maskNumber(digits), brand: brandOf(digits), hash }
}
