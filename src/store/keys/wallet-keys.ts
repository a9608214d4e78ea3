import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'
import { newest } from '../shape/where.ts'

/** Key pair that wallets encrypt for, sealed by the vault. */
export interface StoredWalletKey {
  readonly keyId: string
  /** Uncompressed P-256 point in Base64. */
  readonly publicKey: string
  readonly sealedPrivateKey: Uint8Array
}

export interface WalletKeyRecord {
  readonly keyId: string
  readonly publicKey: string
  readonly status: 'ACTIVE' | 'RETIRED'
  readonly createdAt: Date
}

const WALLET_KEY = record<WalletKeyRecord>()('keyId, publicKey, status, createdAt')

const FIRST_KEY_LOCK = 5_273_119

/** Adds the newest pair. @returns undefined if it exists already */
export function insertWalletKey(sql: Sql, key: StoredWalletKey): Promise<WalletKeyRecord | undefined> {
  return first(sql<WalletKeyRecord[]>`
    insert into wallet_keys (key_id, public_key, sealed_private_key, created_at)
    values (${key.keyId}, ${key.publicKey}, ${key.sealedPrivateKey}, clock_timestamp())
    on conflict (public_key) do nothing
    returning ${WALLET_KEY.select(sql)}`)
}

/** Lets one process at a time make the first pair, until the SQL transaction ends. */
export async function lockFirstWalletKey(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_KEY_LOCK})`
}

/** Pairs that decrypt tokens, newest first; wallets receive the first. */
export async function listActiveWalletKeys(sql: Sql): Promise<StoredWalletKey[]> {
  return sql<StoredWalletKey[]>`
    select key_id as "keyId", public_key as "publicKey", sealed_private_key as "sealedPrivateKey"
    from wallet_keys where status = 'ACTIVE'
    order by created_at desc, key_id desc`
}

export function findWalletKey(sql: Sql, keyId: string): Promise<WalletKeyRecord | undefined> {
  return first(sql<WalletKeyRecord[]>`select ${WALLET_KEY.select(sql)} from wallet_keys where key_id = ${keyId}`)
}

export async function listWalletKeys(
  sql: Sql,
  after: Position | undefined,
  limit: number,
): Promise<(WalletKeyRecord & Position)[]> {
  return sql<(WalletKeyRecord & Position)[]>`
    select ${WALLET_KEY.select(sql)}, key_id as id from wallet_keys
    where true ${newest(sql, 'created_at, key_id', after, limit)}`
}

export function retireWalletKey(sql: Sql, keyId: string): Promise<WalletKeyRecord | undefined> {
  return first(sql<WalletKeyRecord[]>`
    update wallet_keys set status = 'RETIRED', updated_at = now() where key_id = ${keyId} and status = 'ACTIVE'
    returning ${WALLET_KEY.select(sql)}`)
}
