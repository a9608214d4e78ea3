import type { Brand } from '#domain/card.ts'
import type { Sql } from './database.ts'

/** A stored card as it rests, with the sealed key that opens it. */
export interface StoredPaymentMethod {
  readonly merchantId: string
  readonly token: string
  readonly customerId: string | null
  readonly masked: string
  readonly brand: Brand | null
  readonly hash: string
  readonly dataKeyId: string
  readonly sealedDataKey: Uint8Array
  readonly sealedCard: Uint8Array
  readonly createdAt: Date
}

const COLUMNS = `stored.merchant_id as "merchantId", stored.token, stored.customer_id as "customerId", stored.masked,
  stored.brand, stored.hash, stored.data_key_id as "dataKeyId", stored.sealed_card as "sealedCard",
  key.sealed_key as "sealedDataKey", stored.created_at as "createdAt"`

/** A merchant's stored card; one whose payment is not approved yet is not there. */
export async function findPaymentMethod(
  sql: Sql,
  merchantId: string,
  token: string,
): Promise<StoredPaymentMethod | undefined> {
  const [row] = await sql<StoredPaymentMethod[]>`
    select ${sql.unsafe(COLUMNS)}
    from payment_methods stored
    join data_keys key on key.merchant_id = stored.merchant_id and key.key_id = stored.data_key_id
    where stored.merchant_id = ${merchantId} and stored.token = ${token} and stored.state = 'ACTIVE'`
  return row
}
