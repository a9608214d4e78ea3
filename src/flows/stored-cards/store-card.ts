import type { Card } from '#domain/card.ts'
import { newId } from '#domain/ids.ts'
import { findDataKeyInUse, insertFirstDataKey } from '#store/keys/data-keys.ts'
import type { NewStoredCard } from '#store/transactions/intent.ts'
import type { DataKey } from '#vault/vault.ts'
import type { Gateway } from '../gateway.ts'

/**
 * A card as it will be stored with the intent: number and expiry encrypted under the merchant's data key.
 * @param customerId null for a card that belongs to nobody
 */
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
  }
}

/** A merchant has its first key from the first card on. */
async function dataKeyOf({ sql, vault }: Gateway, merchantId: string): Promise<DataKey> {
  const inUse = await findDataKeyInUse(sql, merchantId)
  if (inUse) return inUse
  await insertFirstDataKey(sql, vault.newDataKey(merchantId))
  return (await findDataKeyInUse(sql, merchantId))!
}
