import type { Sql } from '../connection/database.ts'

/** A card that was to be stored is kept with an approval. Reads `moved` (merchant_id, stored_token, status, at). */
export function keptCards(sql: Sql) {
  return sql`kept as (
    update payment_methods stored set state = 'ACTIVE', updated_at = moved.at from moved
    where moved.status = 'APPROVED' and stored.merchant_id = moved.merchant_id and stored.token = moved.stored_token
  )`
}

/** With any other end it is erased. */
export function erasedCards(sql: Sql) {
  return sql`erased as (
    delete from payment_methods stored using moved
    where moved.status <> 'APPROVED' and stored.merchant_id = moved.merchant_id and stored.token = moved.stored_token
  )`
}
