import type { Sql } from '#store/connection/database.ts'
import { claimCardsUnderKey, moveCard, type SealedStoredCard } from '#store/customers/sealed-cards.ts'
import { deleteUnusedDataKey, findDataKeyInUse, findNextRetiredKey, type StoredDataKey } from '#store/keys/data-keys.ts'
import { SealError } from '#vault/aead.ts'
import type { Gateway } from '../gateway.ts'

/** Small, so payments rarely wait for the lock. */
const BATCH = 50
/** Before every key and token. */
const START = { done: { merchantId: '', keyId: '' }, token: '' }

/**
 * Encrypts cards under retired keys again; undecryptable ones stay, with a logged error.
 * @returns a function that moves the next batch; true if there may be more
 */
export function cardReencryptionTask(gateway: Gateway): () => Promise<boolean> {
  let place = START
  return async () => {
    const retired = await findNextRetiredKey(gateway.sql, place.done)
    if (!retired) {
      place = START
      return false
    }
    const seen = await moveNext(gateway, retired, place.token)
    if (seen.length < BATCH) await forget(gateway, retired)
    place = seen.length < BATCH ? { done: retired, token: '' } : { ...place, token: seen.at(-1)!.token }
    return true
  }
}

/** @returns the examined cards */
function moveNext(gateway: Gateway, retired: StoredDataKey, afterToken: string): Promise<SealedStoredCard[]> {
  const { merchantId } = retired
  return gateway.sql.begin(async (sql) => {
    const cards = await claimCardsUnderKey(sql, retired, afterToken, BATCH)
    const inUse = await findDataKeyInUse(sql, merchantId)
    if (!inUse) throw new Error(`Merchant ${merchantId} has retired data keys and none in use.`)
    for (const card of cards) await move(gateway, sql, card, retired, inUse)
    return cards
  })
}

async function move(
  { vault, log }: Gateway,
  sql: Sql,
  card: SealedStoredCard,
  retired: StoredDataKey,
  inUse: StoredDataKey,
): Promise<void> {
  const { token, sealedCard: sealed, merchantId } = card
  try {
    const sealedCard = vault.sealCard(inUse, token, vault.openStoredCard(retired, { token, sealed }))
    await moveCard(sql, card, { dataKeyId: inUse.keyId, sealedCard })
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    log.error({ merchant_id: merchantId, token }, 'stored card cannot be decrypted, kept under its retired key')
  }
}

function forget({ sql }: Gateway, { merchantId, keyId }: StoredDataKey): Promise<void> {
  return sql.begin((connection) => deleteUnusedDataKey(connection, merchantId, keyId))
}
