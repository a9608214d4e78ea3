import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'

/** Key for a merchant's stored cards, sealed by the vault. */
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

/** Stores a merchant's first key, unless a concurrent call was first. */
export async function insertFirstDataKey(sql: Sql, { keyId, merchantId, sealedKey }: StoredDataKey): Promise<void> {
  await sql`
    insert into data_keys (merchant_id, key_id, sealed_key) values (${merchantId}, ${keyId}, ${sealedKey})
    on conflict (merchant_id) where retired_at is null do nothing`
}

/** Retires keys made before a time. @returns merchants that need a new one, in the same SQL transaction */
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

/** Requires a SQL transaction. Cards being stored under the key wait for the lock; their foreign key then fails. */
export async function deleteUnusedDataKey(sql: Sql, merchantId: string, keyId: string): Promise<void> {
  const locked = await sql`
    select 1 from data_keys where merchant_id = ${merchantId} and key_id = ${keyId} and retired_at is not null
    for update skip locked`
  if (locked.length === 0) return
  await sql`
    delete from data_keys where merchant_id = ${merchantId} and key_id = ${keyId} and not exists (
      select 1 from payment_methods where merchant_id = ${merchantId} and data_key_id = ${keyId})`
}

/** Counts current keys, and older ones with cards to move. */
export async function countDataKeys(sql: Sql): Promise<{ readonly inUse: number; readonly retired: number }> {
  const [row] = await sql<[{ inUse: number; retired: number }]>`
    select (select count(*)::int from data_keys where retired_at is null) as "inUse",
      (select count(*)::int from data_keys where retired_at is not null) as retired`
  return row
}
