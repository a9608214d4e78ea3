import { createHash } from 'node:crypto'
import type { Sql, Transaction } from '../connection/sql.ts'
import { literal } from '../shape/literal.ts'
import type { MovedTable } from './tables.ts'

/** Name of publication, subscription and slot, for each direction. Slots have no capitals. */
export function replicationName(merchantId: string, fromGroup: string): string {
  return `tollgate_move_${createHash('sha256').update(merchantId).digest('hex').slice(0, 16)}_${fromGroup}`
}

export async function publish(
  sql: Sql,
  name: string,
  merchantId: string,
  tables: readonly MovedTable[],
): Promise<void> {
  const [made] = await sql`select from pg_publication where pubname = ${name}`
  const parts = tables.map((table) => `${table.name} where (merchant_id = ${literal(merchantId)})`)
  if (!made) await sql.unsafe(`create publication ${name} for table ${parts.join(', ')}`)
}

/**
 * Subscribes to a publication with the slot of its name.
 * @param url of the publishing server, as the subscribing one reaches it
 * @param since position in its log whose rows are there already; without it, all are copied
 */
export async function subscribe(sql: Transaction, name: string, url: string, since?: string): Promise<void> {
  if (await isSubscribed(sql, name)) return
  await sql.begin(async (transaction) => {
    await createSubscription(transaction, name, url, since === undefined)
    // The slot may begin earlier: a crash of its server takes it back.
    if (since !== undefined)
      await transaction`
        select pg_replication_origin_advance('pg_' || oid, ${since}::pg_lsn) from pg_subscription where subname = ${name}`
  })
}

async function createSubscription(sql: Sql, name: string, url: string, copies: boolean): Promise<void> {
  // The address has a password, so no log and no statistics have the statement.
  await sql.unsafe(`
    set local log_statement = none; set local log_min_error_statement = panic;
    set local log_min_duration_statement = -1; set local log_min_duration_sample = -1;
    set local log_transaction_sample_rate = 0; set local pg_stat_statements.track = none`)
  await sql.unsafe(`
    create subscription ${name} connection ${literal(url)} publication ${name}
    with (copy_data = ${copies}, create_slot = false)`)
}

/** Tries to reach a server as a subscription would. @returns PostgreSQL's message if that fails */
export async function findObstacle(sql: Transaction, url: string): Promise<string | undefined> {
  const reached = new Error()
  const error = await sql
    .begin(async (transaction) => {
      await createSubscription(transaction, 'tollgate_move_trial', url, false)
      throw reached
    })
    .catch((reason: Error) => reason)
  return error === reached ? undefined : (error as Error).message.replaceAll(/\s+/g, ' ')
}

async function isSubscribed(sql: Sql, name: string): Promise<boolean> {
  const rows = await sql`
    select from pg_subscription where subname = ${name}
      and subdbid = (select oid from pg_database where datname = current_database())`
  return rows.length > 0
}

/** Removes a subscription and its slots at the other server; if that has none, itself alone. */
export async function unsubscribe(sql: Sql, name: string): Promise<void> {
  if (!(await isSubscribed(sql, name))) return
  await sql.unsafe(`drop subscription ${name}`).catch(async () => {
    await sql.unsafe(`alter subscription ${name} disable`)
    await sql.unsafe(`alter subscription ${name} set (slot_name = none)`)
    await sql.unsafe(`drop subscription ${name}`)
  })
}

/** Removes a publication, and its slot if the subscription is gone. */
export async function unpublish(sql: Sql, name: string): Promise<void> {
  await sql`
    select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = ${name} and active_pid is not null`
  await sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${name}`
  await sql.unsafe(`drop publication if exists ${name}`)
}

export interface Progress {
  /** Tables whose rows are copied, and all. */
  readonly copied: number
  readonly tables: number
  /** False after an error, which is in the server's log, until the next try in a few seconds. */
  readonly isRunning: boolean
}

/** @returns undefined without a subscription */
export async function readProgress(sql: Sql, name: string): Promise<Progress | undefined> {
  const [row] = await sql<Progress[]>`
    select exists (select from pg_stat_subscription where subid = oid and relid is null and pid is not null) as "isRunning",
      count(srrelid)::int as tables, count(*) filter (where srsubstate = 'r')::int as copied
    from pg_subscription left join pg_subscription_rel on srsubid = pg_subscription.oid
    where subname = ${name} and subdbid = (select oid from pg_database where datname = current_database())
    group by oid`
  return row
}

/** Bytes of the log that the other side has not confirmed yet; null without a slot that keeps them. */
export async function bytesBehind(sql: Sql, name: string): Promise<bigint | null> {
  const [row] = await sql<{ bytes: bigint }[]>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::bigint as bytes
    from pg_replication_slots where slot_name = ${name} and wal_status <> 'lost'`
  return row?.bytes ?? null
}

/** @returns the log's position after everything committed so far */
export async function currentPosition(sql: Sql): Promise<string> {
  const [row] = await sql<[{ position: string }]>`select pg_current_wal_insert_lsn()::text as position`
  return row.position
}

export async function hasReached(sql: Sql, name: string, position: string): Promise<boolean> {
  const rows = await sql`
    select from pg_replication_slots where slot_name = ${name} and confirmed_flush_lsn >= ${position}::pg_lsn`
  return rows.length === 1
}

/** Keeps changes from now on for a subscription. */
export async function openSlot(sql: Sql, name: string): Promise<void> {
  const [made] = await sql`select from pg_replication_slots where slot_name = ${name}`
  if (!made) await sql`select pg_create_logical_replication_slot(${name}, 'pgoutput')`
}
