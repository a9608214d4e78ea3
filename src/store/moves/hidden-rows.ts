import type { Database, Sql } from '../connection/sql.ts'
import { COPIED, type MovedTable } from './tables.ts'

const POLICY = 'hides_moved_merchants'
/** A table behind one long statement is tried again, so that payments do not wait behind this. */
const LOCK_PATIENCE = '2s'

/** Tables that hide rows. Hash keys and moves do not: processes read them before the merchant arrives. */
function hiding(tables: readonly MovedTable[]): string[] {
  const names = tables.map(({ name }) => name).filter((name) => name !== 'public.merchant_hash_keys')
  return [...names, ...COPIED.map((name) => `public.${name}`), 'public.memberships']
}

/**
 * Hides rows of merchants that are away or arriving from all roles but the tables' owner and superusers. Without such
 * a merchant, no table has this.
 */
export async function hideMovedMerchants(sql: Database, tables: readonly MovedTable[]): Promise<void> {
  for (const table of hiding(tables)) {
    await sql.begin(async (transaction) => {
      await transaction`select set_config('lock_timeout', ${LOCK_PATIENCE}, true)`
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

/** Shows all rows again, if no merchant is away or arriving. */
export async function stopHiding(sql: Database, tables: readonly MovedTable[]): Promise<void> {
  const [left] = await sql`
    select from merchant_moves where state in ('AWAY', 'ARRIVING') and finished_at is null limit 1`
  if (left) return
  for (const table of hiding(tables)) {
    await sql.begin(async (transaction) => {
      await transaction`select set_config('lock_timeout', ${LOCK_PATIENCE}, true)`
      await transaction.unsafe(`
        alter table ${table} disable row level security;
        drop policy if exists ${POLICY} on ${table};
        drop policy if exists all_rows on ${table}`)
    })
  }
}

/**
 * Waits for all writes in progress, and lets none begin until the SQL transaction ends: what follows its commit sees
 * what it wrote. Readers do not wait.
 */
export async function awaitWriters(transaction: Sql, tables: readonly MovedTable[]): Promise<void> {
  await transaction`select set_config('lock_timeout', ${LOCK_PATIENCE}, true)`
  await transaction.unsafe(`lock table ${hiding(tables).join(', ')} in share mode`)
}
