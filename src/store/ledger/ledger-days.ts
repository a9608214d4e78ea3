import type { Database, Sql } from '../connection/database.ts'
import { withLongTimeout } from '../connection/time-limits.ts'
import type { Fragment } from '../shape/fragment.ts'
import { where } from '../shape/where.ts'
import { type Discrepancy, MOST_DISCREPANCIES } from './ledger-verification.ts'
import type { ProofScope } from './proof-scope.ts'

/** Daily changes in UTC by account and currency: signed minor units; gross less fee is owed. */
export interface LedgerDay {
  readonly day: string
  readonly currency: string
  readonly gross: bigint
  readonly fee: bigint
  readonly transactions: number
  readonly isClosed: boolean
}

/** Entries commit within a minute of their moment, unless their commit waits for a standby that is away. */
const PATIENCE = '1 minute'

function sums(sql: Sql): Fragment {
  return sql`
    coalesce(sum(case 'provider-clearing' when debit then amount when credit then -amount end), 0) as gross,
    coalesce(sum(case 'fee-income' when credit then amount when debit then -amount end), 0) as fee,
    coalesce(sum(case 'authorization-holds' when debit then amount when credit then -amount end), 0) as held,
    count(distinct transaction_id) filter (where 'merchant-payable' in (debit, credit)) as transactions`
}

export type ClosedDay = Pick<LedgerDay, 'currency' | 'gross' | 'fee'> & { readonly merchantId: string }

/** @param tell receives the day's transactions, in the same commit @returns whether there may be another */
export function closeDay(
  sql: Database,
  tell: (sql: Sql, day: string, sums: readonly ClosedDay[]) => Promise<void>,
): Promise<boolean> {
  return withLongTimeout(sql, async (closing) => {
    const [mark] = await closing<{ reached: Date | null }[]>`
      select reached from gathering_marks where name = 'ledger' for update skip locked`
    if (!mark) return false
    const next = await dayOf(closing, mark.reached ?? (await firstEntry(closing)))
    if (!next.isOver || !(await isComplete(closing, next.day))) return false
    const added = await addUp(closing, next.day)
    await closing`
      insert into ledger_days (merchant_id, currency, day, gross, fee, held, transactions)
      select merchant_id, currency, ${next.day}::date, gross, fee, held, transactions
      from json_populate_recordset(null::ledger_days, ${JSON.stringify(added)}::json)`
    await closing`
      update gathering_marks set reached = (${next.day}::timestamp + interval '1 day') at time zone 'UTC'
      where name = 'ledger'`
    const moved = added.filter(({ transactions }) => transactions > 0)
    await tell(
      closing,
      next.day,
      moved.map(({ merchant_id: merchantId, currency, gross, fee }) => {
        return { merchantId, currency, gross: BigInt(gross), fee: BigInt(fee) }
      }),
    )
    return true
  })
}

async function firstEntry(sql: Sql): Promise<Date> {
  const [row] = await sql<[{ at: Date }]>`
    select coalesce(min(first.posted_at), now()) as at from merchants cross join lateral (
      select posted_at from ledger_entries where merchant_id = merchants.merchant_id order by posted_at limit 1
    ) first`
  return row.at
}

async function dayOf(closing: Sql, moment: Date): Promise<{ readonly day: string; readonly isOver: boolean }> {
  const [next] = await closing<[{ day: string; isOver: boolean }]>`
    select (mark.reached at time zone 'UTC')::date::text as day,
      date_trunc('day', mark.reached, 'UTC') + interval '1 day' + ${PATIENCE}::interval <= now() as "isOver"
    from (select ${moment}::timestamptz as reached) mark`
  return next
}

/** True if no write begun by that day is in progress; ask before reading sums. All gateways need one role: it sees its own sessions only. */
export async function isComplete(sql: Sql, day: string): Promise<boolean> {
  const writers = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and backend_xid is not null
      and xact_start < (${day}::timestamp + interval '1 day') at time zone 'UTC' limit 1`
  return writers.length === 0
}

/** Sums are text. */
interface DaySums {
  readonly merchant_id: string
  readonly currency: string
  readonly gross: string
  readonly fee: string
  readonly held: string
  readonly transactions: number
}

function addUp(sql: Sql, day: string): Promise<DaySums[]> {
  return sql<DaySums[]>`
    select merchants.merchant_id, entry.currency, entry.gross::text, entry.fee::text, entry.held::text,
      entry.transactions::float8 as transactions
    from merchants cross join lateral (
      select currency, ${sums(sql)} from ledger_entries
      where merchant_id = merchants.merchant_id and posted_at >= ${day}::timestamp at time zone 'UTC'
        and posted_at < (${day}::timestamp + interval '1 day') at time zone 'UTC'
      group by currency
    ) entry`
}

/** Entries of no closed day: today's, and yesterday's shortly after midnight. */
export function entriesSinceLastClose(sql: Sql): Fragment {
  return sql`(select coalesce(reached, '-infinity') from gathering_marks where name = 'ledger')`
}

/** Days without entries are left out. @param range days, both included @param after continue after this one */
export async function listLedgerDays(
  sql: Sql,
  merchantId: string,
  range: { readonly from?: string | undefined; readonly to?: string | undefined },
  after: { readonly day: string; readonly currency: string } | undefined,
  limit: number,
): Promise<readonly LedgerDay[]> {
  const narrowed = where(
    sql,
    {},
    range.from !== undefined && sql`day >= ${range.from}::date`,
    range.to !== undefined && sql`day <= ${range.to}::date`,
    after && sql`(day, currency) < (${after.day}::date, ${after.currency})`,
  )
  const rows = await sql<(Omit<LedgerDay, 'gross' | 'fee'> & { gross: string; fee: string })[]>`
    with open_days as (
      select (posted_at at time zone 'UTC')::date as day, currency, ${sums(sql)} from ledger_entries
      where merchant_id = ${merchantId} and posted_at >= ${entriesSinceLastClose(sql)}
      group by 1, 2
    ), days as (
      (select day, currency, gross, fee, transactions, true as closed from ledger_days
        where merchant_id = ${merchantId} and transactions > 0 and ${narrowed}
        order by day desc, currency desc limit ${limit})
      union all
      select day, currency, gross, fee, transactions, false from open_days where transactions > 0 and ${narrowed}
    )
    select day::text as day, currency, gross::text as gross, fee::text as fee, transactions::float8 as transactions,
      closed as "isClosed"
    from days order by day desc, currency desc limit ${limit}`
  return rows.map(({ gross, fee, ...row }) => ({ ...row, gross: BigInt(gross), fee: BigInt(fee) }))
}

/** Finds closed days that differ from the sum of their entries, by merchant and currency. */
export async function findBrokenDays(sql: Sql, { isPosted, isClosed }: ProofScope): Promise<Discrepancy[]> {
  return sql<Discrepancy[]>`
    with posted as (
      select merchant_id, currency, (posted_at at time zone 'UTC')::date as day, ${sums(sql)} from ledger_entries entry
      where posted_at < (select coalesce(reached, '-infinity') from gathering_marks where name = 'ledger') and ${isPosted}
      group by merchant_id, currency, (posted_at at time zone 'UTC')::date
    ), closed as (
      select merchant_id, currency, day, gross, fee, held, transactions from ledger_days closed where ${isClosed}
    )
    select distinct merchant_id as "merchantId", currency as subject
    from posted full join closed using (merchant_id, currency, day)
    where (posted.gross, posted.fee, posted.held, posted.transactions)
      is distinct from (closed.gross, closed.fee, closed.held, closed.transactions)
    order by 1, 2 limit ${MOST_DISCREPANCIES}`
}
