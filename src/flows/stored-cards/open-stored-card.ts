import type { Card } from '#domain/card.ts'
import type { StoredPaymentMethod } from '#store/payment-methods.ts'
import type { Gateway } from '../gateway.ts'

/** Number and expiry of a stored card, in the clear for as long as one request needs them. */
export function openStoredCard({ vault }: Gateway, stored: StoredPaymentMethod): Card {
  const { merchantId, dataKeyId, sealedDataKey, token, sealedCard } = stored
  return vault.openStoredCard({ keyId: dataKeyId, merchantId, sealedKey: sealedDataKey }, { token, sealed: sealedCard })
}
