import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'

/** A key for a merchant's stored cards; the vault made it and alone can use it. */
export interface StoredDataKey {
  readonly keyId: string
  readonly merchantId: string
  readonly sealedKey: Uint8Array
}

const DATA_KEY = record<StoredDataKey>()('keyId, merchantId, sealedKey')

export function findDataKeyInUse(sql: Sql, merchantId: string): Promise<StoredDataKey | undefined> {
  return first(sql<StoredDataKey[]>`
    select ${DATA_KEY.select(sql)} from data_keys where merchant_id = ${merchantId} and retired_at is null`)
}

/** Gives a merchant its first key. Of several that come concurrently the first one stays. */
export async function insertFirstDataKey(sql: Sql, { keyId, merchantId, sealedKey }: StoredDataKey): Promise<void> {
  await sql`
    insert into data_keys (merchant_id, key_id, sealed_key) values (${merchantId}, ${keyId}, ${sealedKey})
    on conflict (merchant_id) where retired_at is null do nothing`
}

/**
 * Takes keys out of use that were made before a moment; new cards go under whatever comes next.
 * @returns the merchants that need a new key now, in the same SQL transaction
 */
export async function retireDataKeys(sql: Sql, madeBefore: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ merchantId: string }[]>`
    with due as (
      select merchant_id, key_id from data_keys where retired_at is null and created_at < ${madeBefore}
      limit ${limit} for no key update skip locked
    )
    update data_keys key set retired_at = now() from due
    where key.merchant_id = due.merchant_id and key.key_id = due.key_id
    returning key.merchant_id as "merchantId"`
  return rows.map(({ merchantId }) => merchantId)
}

export function findNextRetiredKey(
  sql: Sql,
  after: Pick<StoredDataKey, 'merchantId' | 'keyId'>,
): Promise<StoredDataKey | undefined> {
  return first(sql<StoredDataKey[]>`
    select ${DATA_KEY.select(sql)} from data_keys
    where retired_at is not null and (merchant_id, key_id) > (${after.merchantId}, ${after.keyId})
    order by merchant_id, key_id limit 1`)
}

/**
 * Forgets a retired key that no card needs; must run in a SQL transaction. The lock keeps out cards that are being
 * stored under it: their foreign key waits, and fails once the key is gone.
 */
export async function deleteUnusedDataKey(sql: Sql, merchantId: string, keyId: string): Promise<void> {
  const locked = await sql`
    select 1 from data_keys where merchant_id = ${merchantId} and key_id = ${keyId} and retired_at is not null
    for update skip locked`
  if (locked.length === 0) return
  await sql`
    delete from data_keys where merchant_id = ${merchantId} and key_id = ${keyId} and not exists (
      select 1 from payment_methods where merchant_id = ${merchantId} and data_key_id = ${keyId})`
}

/** How many keys new cards go under, and how many older ones still wait for their cards to be moved. */
export async function countDataKeys(sql: Sql): Promise<{ readonly inUse: number; readonly retired: number }> {
  const [row] = await sql<[{ inUse: number; retired: number }]>`
    select (select count(*)::int from data_keys where retired_at is null) as "inUse",
      (select count(*)::int from data_keys where retired_at is not null) as retired`
  return row
}
