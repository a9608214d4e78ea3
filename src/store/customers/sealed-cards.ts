import type { Sql } from '../connection/database.ts'

export interface SealedStoredCard {
  readonly merchantId: string
  readonly token: string
  readonly dataKeyId: string
  readonly sealedCard: Uint8Array
}

/** Claims cards under one key until the SQL transaction ends, in the order of their tokens, skipping locked rows. */
export async function claimCardsUnderKey(
  sql: Sql,
  key: { readonly merchantId: string; readonly keyId: string },
  afterToken: string,
  limit: number,
): Promise<SealedStoredCard[]> {
  return sql<SealedStoredCard[]>`
    select merchant_id as "merchantId", token, data_key_id as "dataKeyId", sealed_card as "sealedCard"
    from payment_methods
    where merchant_id = ${key.merchantId} and data_key_id = ${key.keyId} and token > ${afterToken}
    order by token limit ${limit} for no key update skip locked`
}

/** Moves a card to another key unless it changed. */
export async function moveCard(
  sql: Sql,
  card: SealedStoredCard,
  moved: { readonly dataKeyId: string; readonly sealedCard: Uint8Array },
): Promise<void> {
  await sql`
    update payment_methods set data_key_id = ${moved.dataKeyId}, sealed_card = ${moved.sealedCard}, updated_at = now()
    where merchant_id = ${card.merchantId} and token = ${card.token}
      and data_key_id = ${card.dataKeyId} and sealed_card = ${card.sealedCard}`
}

export async function countCardsToMove(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from data_keys key
    join payment_methods stored on stored.merchant_id = key.merchant_id and stored.data_key_id = key.key_id
    where key.retired_at is not null`
  return row.count
}
