import type { Sql } from '../connection/database.ts'

/** Key pair of a merchant for card fields, sealed by the vault. */
export interface StoredEncryptionKey {
  readonly keyId: string
  readonly merchantId: string
  /** PEM, SPKI, RSA 2048. */
  readonly publicKey: string
  readonly sealedPrivateKey: Uint8Array
}

/** Adds the merchant's newest key. Dated at the insert, so that waiting rotations keep their order. */
export async function insertEncryptionKey(sql: Sql, key: StoredEncryptionKey): Promise<void> {
  await sql`
    insert into encryption_keys (key_id, merchant_id, public_key, sealed_private_key, created_at)
    values (${key.keyId}, ${key.merchantId}, ${key.publicKey}, ${key.sealedPrivateKey}, clock_timestamp())`
}

/** Keys that still decrypt, newest first; merchants receive the first. */
export async function listDecryptionKeys(sql: Sql, merchantId: string): Promise<StoredEncryptionKey[]> {
  return sql<StoredEncryptionKey[]>`
    select key_id as "keyId", merchant_id as "merchantId", public_key as "publicKey",
      sealed_private_key as "sealedPrivateKey"
    from encryption_keys
    where merchant_id = ${merchantId} and (retires_at is null or retires_at > now())
    order by created_at desc, key_id desc`
}

export interface PublicHalf {
  readonly keyId: string
  readonly publicKey: string
  readonly createdAt: Date
  readonly retiresAt: Date | null
}

export async function listPublicHalves(sql: Sql, merchantId: string): Promise<PublicHalf[]> {
  return sql<PublicHalf[]>`
    select key_id as "keyId", public_key as "publicKey", created_at as "createdAt", retires_at as "retiresAt"
    from encryption_keys
    where merchant_id = ${merchantId} and (retires_at is null or retires_at > now())
    order by created_at desc, key_id desc`
}

/** Lets all keys but the newest decrypt for `graceSeconds` more; earlier ends stay. */
export async function retireOlderKeys(sql: Sql, merchantId: string, graceSeconds: number): Promise<void> {
  await sql`
    update encryption_keys set retires_at = now() + ${graceSeconds} * interval '1 second'
    where merchant_id = ${merchantId} and retires_at is null and key_id <> (
      select key_id from encryption_keys where merchant_id = ${merchantId}
      order by created_at desc, key_id desc limit 1)`
}
