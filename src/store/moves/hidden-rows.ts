import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Sql } from '../connection/sql.ts'
import { COPIED, type MovedTable } from './tables.ts'

const POLICY = 'hides_moved_merchants'
/** A table behind one long statement is tried again, so that payments do not wait behind this. */
const LOCK_PATIENCE = '1s'
const PAUSE_MS = 500
const MAX_TRIES = 60
/** lock_not_available and deadlock_detected: nothing happened, a retry may succeed. */
const WAS_LOCKED: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

/** Tables that hide rows. Hash keys and moves do not: processes read them before the merchant arrives. */
function hiding(tables: readonly MovedTable[]): string[] {
  const names = tables.map(({ name }) => name).filter((name) => name !== 'public.merchant_hash_keys')
  return [...names, ...COPIED.map((name) => `public.${name}`), 'public.memberships']
}

async function despiteLocks(sql: Database, change: (transaction: Sql) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sql.begin(async (transaction) => {
        await transaction`select set_config('lock_timeout', ${LOCK_PATIENCE}, true)`
        await change(transaction)
      })
    } catch (error) {
      if (tries === MAX_TRIES || !WAS_LOCKED.has((error as { code?: unknown }).code)) throw error
    }
    await sleep(PAUSE_MS)
  }
}

/**
 * Hides rows of merchants that are away or arriving from all roles but the tables' owner and superusers. Without such
 * a merchant, no table has this.
 */
export async function hideMovedMerchants(sql: Database, tables: readonly MovedTable[]): Promise<void> {
  for (const table of hiding(tables)) {
    await despiteLocks(sql, async (transaction) => {
      const [made] = await transaction`
        select from pg_policy where polrelid = ${table}::regclass and polname = ${POLICY}`
      if (made) return
      await transaction.unsafe(`
        create policy all_rows on ${table} using (true);
        create policy ${POLICY} on ${table} as restrictive using (
          merchant_id is null or merchant_id <> all (array(
            select merchant_id from merchant_moves where state in ('AWAY', 'ARRIVING') and finished_at is null)));
        alter table ${table} enable row level security`)
    })
  }
}

/** Shows all rows again, if no merchant moves. */
export async function stopHiding(sql: Database, tables: readonly MovedTable[]): Promise<void> {
  const [left] = await sql`select from merchant_moves where finished_at is null limit 1`
  if (left) return
  for (const table of hiding(tables)) {
    await despiteLocks(sql, async (transaction) => {
      await transaction.unsafe(`
        alter table ${table} disable row level security;
        drop policy if exists ${POLICY} on ${table};
        drop policy if exists all_rows on ${table}`)
    })
  }
}

/** Writers of the moved tables that may not see a change that was committed just now. */
export async function listWriters(sql: Sql, tables: readonly MovedTable[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select distinct virtualtransaction as id from pg_locks
    where relation = any(${hiding(tables)}::regclass[]) and mode in ('RowExclusiveLock', 'ExclusiveLock')
      and pid <> pg_backend_pid()`
  return rows.map(({ id }) => id)
}

/** True while one of these SQL transactions is in progress. */
export async function areWriting(sql: Sql, writers: readonly string[]): Promise<boolean> {
  const rows = await sql`
    select from pg_locks where locktype = 'virtualxid' and virtualxid = any(${[...writers]}) and granted limit 1`
  return rows.length > 0
}
