import type { Sql } from './database.ts'

/** A key for a merchant's stored cards; the vault made it and alone can use it. */
export interface StoredDataKey {
  readonly keyId: string
  readonly merchantId: string
  readonly sealedKey: Uint8Array
}

/** The key that new cards of this merchant are encrypted under. */
export async function findDataKeyInUse(sql: Sql, merchantId: string): Promise<StoredDataKey | undefined> {
  const [row] = await sql<StoredDataKey[]>`
    select key_id as "keyId", merchant_id as "merchantId", sealed_key as "sealedKey"
    from data_keys where merchant_id = ${merchantId} and retired_at is null`
  return row
}

/** Gives a merchant its first key. Of several that come at once the first one stays. */
export async function insertFirstDataKey(sql: Sql, { keyId, merchantId, sealedKey }: StoredDataKey): Promise<void> {
  await sql`
    insert into data_keys (merchant_id, key_id, sealed_key) values (${merchantId}, ${keyId}, ${sealedKey})
    on conflict (merchant_id) where retired_at is null do nothing`
}
