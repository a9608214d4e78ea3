import type { Sql } from '../connection/database.ts'
import type { Fragment } from '../shape/fragment.ts'

/** Days in UTC as text; `to` is not included and may be `infinity`. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** What a check reads: everything or the part of some days. All but `family` and `settlements` need an alias. */
export interface ProofScope {
  /** Transactions that are final since these days. */
  readonly finished: Fragment
  /** Entries of these days. */
  readonly posted: Fragment
  /** Closed days. */
  readonly days: Fragment
  /** Charges of final transactions by the simulators. */
  readonly charges: Fragment
  /** First CTE of statements that read `records` or `entries`: originals with something finished or posted. */
  readonly family: Fragment
  /** These originals with all their follow-ups. */
  readonly records: Fragment
  /** All entries of these. */
  readonly entries: Fragment
  /** Condition on `settlement_id`. */
  readonly settlements: Fragment
}

export function everything(sql: Sql): ProofScope {
  const [transactions, entries] = [sql`transactions`, sql`ledger_entries`]
  return {
    finished: transactions,
    posted: entries,
    days: sql`ledger_days`,
    charges: sql`simulator.charges`,
    family: sql``,
    records: transactions,
    entries,
    settlements: sql`true`,
  }
}

/** Finds rows by indexes, so its cost is that of the days. */
export function ofDays(sql: Sql, { from, to }: DayRange): ProofScope {
  const at = (day: string) => sql`${day}::timestamp at time zone 'UTC'`
  const inside = (column: string) => sql`${sql.unsafe(column)} >= ${at(from)} and ${sql.unsafe(column)} < ${at(to)}`
  const finished = sql`(select * from transactions where ${inside('finished_at')})`
  const posted = sql`(
    select entry.* from merchants join ledger_entries entry using (merchant_id) where ${inside('entry.posted_at')})`
  const followUps = sql`
    touched join transactions own on own.merchant_id = touched.merchant_id and own.parent_id = touched.id`
  return {
    finished,
    posted,
    days: sql`(
      select closed.* from merchants join ledger_days closed using (merchant_id)
      where closed.day >= ${from}::date and closed.day < ${to}::date)`,
    charges: sql`(
      select charge.* from ${finished} as own join simulator.charges charge
        on charge.merchant_id = own.merchant_id and charge.transaction_id = own.id)`,
    family: sql`
      touched as materialized (
        select merchant_id, coalesce(parent_id, id) as id from ${finished} as own
        union
        select entry.merchant_id, coalesce(own.parent_id, entry.transaction_id) from ${posted} as entry
        left join transactions own on own.merchant_id = entry.merchant_id and own.id = entry.transaction_id
      ),`,
    records: sql`(
      select own.* from touched join transactions own using (merchant_id, id) union all select own.* from ${followUps})`,
    entries: sql`(
      select entry.* from (table touched union all select own.merchant_id, own.id from ${followUps}) as member
      join ledger_entries entry on entry.merchant_id = member.merchant_id and entry.transaction_id = member.id)`,
    settlements: sql`settlement_id in (
      select settlement_id from settlements where ${inside('created_at')}
      union select settlement_id from bank_entries where ${inside('posted_at')})`,
  }
}
