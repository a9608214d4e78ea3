import type { Sql } from '../connection/database.ts'

/** Days in UTC as text; `to` is not included and may be `infinity`. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** Conditions on what a check reads. */
export type ProofScope = ReturnType<typeof ofDays>

export function everything(sql: Sql): ProofScope {
  const all = sql`true`
  const family = sql``
  return {
    isFinished: all,
    isPosted: all,
    isClosed: all,
    isCharged: all,
    isSettled: all,
    family,
    isRecord: all,
    isEntry: all,
  }
}

/** Conditions on what belongs to some days. Indexes find it, so the cost is that of the days. */
export function ofDays(sql: Sql, { from, to }: DayRange) {
  const inside = (column: string) => sql`${sql.unsafe(column)} >= ${from}::timestamp at time zone 'UTC'
    and ${sql.unsafe(column)} < ${to}::timestamp at time zone 'UTC'`
  const isFinished = inside('own.finished_at')
  const isPosted = sql`${inside('entry.posted_at')} and entry.merchant_id in (select merchant_id from merchants)`
  return {
    isFinished,
    isPosted,
    isClosed: sql`closed.day >= ${from}::date and closed.day < ${to}::date
      and closed.merchant_id in (select merchant_id from merchants)`,
    isCharged: sql`(charge.merchant_id, charge.transaction_id) in (
      select own.merchant_id, own.id from transactions own where ${isFinished})`,
    isSettled: sql`settlement_id in (
      select settlement_id from settlements where ${inside('created_at')}
      union select settlement_id from bank_entries where ${inside('posted_at')})`,
    /** First CTE of statements with the next two: originals with something final or posted, and their follow-ups. */
    family: sql`
      original as materialized (
        select merchant_id, coalesce(parent_id, id) as id from transactions own where ${isFinished}
        union
        select entry.merchant_id, coalesce(own.parent_id, entry.transaction_id) from ledger_entries entry
        left join transactions own on own.merchant_id = entry.merchant_id and own.id = entry.transaction_id
        where ${isPosted}
      ), family as materialized (
        table original union all
        select own.merchant_id, own.id
        from original join transactions own on own.merchant_id = original.merchant_id and own.parent_id = original.id
      ),`,
    isRecord: sql`(own.merchant_id, own.id) in (table family)`,
    isEntry: sql`(entry.merchant_id, entry.transaction_id) in (table family)`,
  }
}
