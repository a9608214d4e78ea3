import type { Card } from '#domain/card.ts'
import type { StoredPaymentMethod } from '#store/customers/payment-methods.ts'
import { SealError } from '#vault/aead.ts'
import type { Gateway } from '../gateway.ts'

/**
 * Number and expiry of a stored card, in the clear for as long as one request needs them.
 * @returns undefined where the row does not open, because somebody altered, swapped or copied it: then nobody pays with
 * it, and whoever runs the service finds it in the log
 */
export function openStoredCard({ vault, log }: Gateway, stored: StoredPaymentMethod): Card | undefined {
  const { merchantId, dataKeyId, sealedDataKey, token, sealedCard } = stored
  const key = { keyId: dataKeyId, merchantId, sealedKey: sealedDataKey }
  try {
    return vault.openStoredCard(key, { token, sealed: sealedCard })
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    log.error({ merchantId, token, dataKeyId, err: error }, 'a stored card does not open; its row was altered')
    return undefined
  }
}
