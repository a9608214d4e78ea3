import type { Sql } from '../connection/database.ts'

/** Stores the sealed hash keys of a merchant that moves, unless it has them from an earlier move. */
export async function insertHashKeys(
  sql: Sql,
  merchantId: string,
  keys: readonly { readonly purpose: string; readonly sealedKey: Uint8Array }[],
): Promise<void> {
  for (const { purpose, sealedKey } of keys)
    await sql`
      insert into merchant_hash_keys (merchant_id, purpose, sealed_key) values (${merchantId}, ${purpose}, ${sealedKey})
      on conflict do nothing`
}
