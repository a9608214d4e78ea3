import type { Card } from '#domain/card.ts'
import { type CardExpiry, firstDayOf } from '#domain/card-update.ts'
import { newId } from '#domain/ids.ts'
import type { PaymentMethod } from '#interface/payment-method.ts'
import type { StoredPaymentMethod } from '#store/customers/payment-methods.ts'
import { findDataKeyInUse, insertFirstDataKey } from '#store/keys/data-keys.ts'
import type { NewStoredCard } from '#store/transactions/intent.ts'
import { SealError } from '#vault/aead.ts'
import type { DataKey } from '#vault/vault.ts'
import type { Gateway } from '../gateway.ts'

/** Encrypts number and expiry under the merchant's data key. @param customerId null for a card of no customer */
export async function sealForStorage(
  gateway: Gateway,
  merchantId: string,
  customerId: string | null,
  card: Card,
): Promise<NewStoredCard> {
  const key = await dataKeyOf(gateway, merchantId)
  const token = newId('tok')
  return {
    token,
    customerId,
    ...card.maskedCard,
    dataKeyId: key.keyId,
    sealedCard: gateway.vault.sealCard(key, token, card),
    expiresIn: firstDayOf(expiryIn(card)),
  }
}

export function expiryIn({ expirationMonth: month, expirationYear: year }: Card): CardExpiry {
  return { month, year }
}

/** Details to show; in a process without the card key only the month of expiry, which is not encrypted. */
export function detailsOf(gateway: Gateway, stored: StoredPaymentMethod): Pick<PaymentMethod, 'expiry' | 'holderName'> {
  const card = gateway.vault.opensCards ? openStoredCard(gateway, stored) : undefined
  if (card) return { expiry: expiryIn(card), holderName: card.holderName ?? null }
  const [year, month] = gateway.vault.opensCards ? [] : (stored.expiresIn?.split('-') ?? [])
  return { expiry: year === undefined ? null : { month: Number(month), year: Number(year) }, holderName: null }
}

/** A merchant gets its first key with its first card. */
async function dataKeyOf({ sql, vault }: Gateway, merchantId: string): Promise<DataKey> {
  const inUse = await findDataKeyInUse(sql, merchantId)
  if (inUse) return inUse
  await insertFirstDataKey(sql, vault.newDataKey(merchantId))
  return (await findDataKeyInUse(sql, merchantId))!
}

/** Decrypts a card for one request. @returns undefined, with a log line, if its row was altered, swapped or copied */
export function openStoredCard({ vault, log }: Gateway, stored: StoredPaymentMethod): Card | undefined {
  const { merchantId, dataKeyId, sealedDataKey, token, sealedCard } = stored
  const key = { keyId: dataKeyId, merchantId, sealedKey: sealedDataKey }
  try {
    return vault.openStoredCard(key, { token, sealed: sealedCard })
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    log.error({ merchantId, token, dataKeyId, err: error }, 'stored card cannot be decrypted: row altered')
    return undefined
  }
}
