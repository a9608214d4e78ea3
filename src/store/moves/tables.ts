import type { Sql } from '../connection/sql.ts'

/** Table with a merchant's rows. Names are quoted for SQL. */
export interface MovedTable {
  readonly name: string
  /** Columns whose sums are compared. */
  readonly amounts: readonly string[]
  /** Column with the time of a row, which never changes, if an index finds a merchant's rows by it. */
  readonly time: string | null
}

/** Unlogged, so not in the log that is replicated: copied while the merchant stands still. */
export const COPIED = ['authentication_secrets', 'counted_payments', 'counted_periods', 'tried_cards'] as const

/** Tables whose rows stay, with the reason. */
export const LEFT: Readonly<Record<string, string>> = {
  merchant_moves: 'each group has its side of the move',
  moved_ids: 'say in the old group where a merchant is',
  memberships: 'are copied with their people, who may have another ID in the other group',
  dashboard_sessions: 'people sign in at the other group',
  invitations: 'name an address of the old group; invite again',
  rate_counters: 'count the requests of a second',
  provider_circuits: 'are found again within a few payments',
  request_log: 'shows what was called here',
}

/** Lists the tables that are replicated: all that are logged, name a merchant and are not left. */
export function listMovedTables(sql: Sql): Promise<MovedTable[]> {
  return sql<MovedTable[]>`
    select format('%I.%I', nspname, relname) as name,
      coalesce(array_agg(quote_ident(attname) order by attnum)
        filter (where atttypid in ('bigint'::regtype, 'numeric'::regtype) and attname ~ 'amount|gross|fee|held'), '{}')
        as amounts,
      min(attname) filter (where attname in ('created_at', 'posted_at') and exists (
        select from pg_index where indrelid = pg_class.oid and indpred is null and indkey[1] = attnum
          and indkey[0] = (select attnum from pg_attribute own where own.attrelid = pg_class.oid and own.attname = 'merchant_id')
      )) as time
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where nspname in ('public', 'simulator') and relkind = 'r' and relpersistence = 'p'
      and relname <> all(${Object.keys(LEFT)})
    group by nspname, relname having bool_or(attname = 'merchant_id')
    order by 1`
}

/** Lets statements be planned for the rows that came, and rows be counted by indexes alone. */
export async function vacuum(sql: Sql, tables: readonly MovedTable[]): Promise<void> {
  for (const { name } of tables) await sql.unsafe(`vacuum (analyze, skip_locked) ${name}`)
}

/** Fills the merchant of settlement files that were imported by an earlier release, or moved by its simulator. */
export async function nameMerchants(sql: Sql): Promise<void> {
  await sql.unsafe(`
    update settlements set merchant_id = account.merchant_id from provider_accounts account
    where account.provider_account_id = settlements.provider_account_id and settlements.merchant_id is null;
    update settlement_rows part set merchant_id = own.merchant_id from settlements own
    where own.settlement_id = part.settlement_id and part.merchant_id is null;
    update settlement_batches part set merchant_id = own.merchant_id from settlements own
    where own.settlement_id = part.settlement_id and part.merchant_id is null;
    set local session_replication_role = replica;
    update bank_entries part set merchant_id = own.merchant_id from settlements own
    where own.settlement_id = part.settlement_id and part.merchant_id is null;
    update simulator.transfers part set merchant_id = own.merchant_id from simulator.charges own
    where own.attempt_id = part.attempt_id and part.merchant_id is null;
    set local session_replication_role = origin`)
}
