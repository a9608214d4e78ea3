import type { Position } from '#domain/page.ts'
import type { MissingRecord } from '#domain/settlement-file.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'
import { newest } from '../shape/where.ts'

/** Records that a call looks at; the next page continues behind them. */
const MOST_LOOKED_AT = 20_000

/**
 * Condition on `own`, a record at an account: it moved money, and no file names it. A record and the one that undoes it are
 * not missing as a pair: a provider need not list what came to nothing.
 */
export function isUnsettled(sql: Sql) {
  const isSettled = (id: string) => sql`exists (
    select from settled_records settled
    where settled.merchant_id = own.merchant_id and settled.transaction_id = ${sql.unsafe(id)})`
  return sql`own.status = 'APPROVED' and exists (
      select from ledger_entries entry
      where entry.merchant_id = own.merchant_id and entry.transaction_id = own.id
        and 'provider-clearing' in (entry.debit, entry.credit)
    ) and not ${isSettled('own.id')} and not exists (
      select from transactions undo
      where undo.merchant_id = own.merchant_id and undo.parent_id = coalesce(own.parent_id, own.id)
        and (undo.data ->> 'reversalOf' = own.id or (undo.transaction_type, own.transaction_type) = ('VOID', 'PURCHASE'))
        and undo.status = 'APPROVED' and not ${isSettled('undo.id')}
    ) and not exists (
      select from transactions undone
      where undone.merchant_id = own.merchant_id and not ${isSettled('undone.id')}
        and undone.id = coalesce(own.data ->> 'reversalOf', case own.transaction_type when 'VOID' then own.parent_id end)
    )`
}

/** Position of the last record looked at, null at the end. */
interface Missing {
  readonly items: readonly MissingRecord[]
  readonly next: Position | null
}

/** Newest first; a page may have fewer than the next ones. @param days since their approval */
export async function listMissing(
  sql: Sql,
  {
    merchantId,
    providerAccountId,
    days,
  }: { readonly [F in 'merchantId' | 'providerAccountId']: string } & { days: number },
  after: Position | undefined,
  limit: number,
): Promise<Missing> {
  const rows = await sql<(MissingRecord & { isLast: boolean; isMissing: boolean })[]>`
    with looked_at as (
      select merchant_id, id, parent_id, transaction_type, reference, amount, currency, status, data, created_at,
        finished_at, processing_result ->> 'paymentProviderAccountId' as account,
        row_number() over (order by created_at desc, id desc) as place
      from transactions where merchant_id = ${merchantId}
        ${newest(sql, 'created_at, id', after, MOST_LOOKED_AT)}
    ), missing as (
      select id from looked_at own
      where own.account = ${providerAccountId} and own.finished_at <= now() - make_interval(days => ${days}::integer)
        and ${isUnsettled(sql)}
      order by created_at desc, id desc limit ${limit + 1}
    )
    select own.id, own.merchant_id as "merchantId", own.transaction_type as "transactionType", own.reference, own.amount,
      own.currency, own.created_at as "createdAt", own.finished_at as "finishedAt", own.place = ${MOST_LOOKED_AT} as "isLast",
      missing.id is not null as "isMissing"
    from looked_at own left join missing on missing.id = own.id
    where missing.id is not null or own.place = ${MOST_LOOKED_AT}
    order by own.place`
  const missing = rows.filter(({ isMissing }) => isMissing)
  const items = missing.slice(0, limit)
  const last = missing.length > limit ? items.at(-1) : rows.find(({ isLast }) => isLast)
  return { items, next: last ? { createdAt: last.createdAt, id: last.id } : null }
}

type Named = Pick<Transaction, 'merchantId' | 'id'>

/** Finds when a provider settled records, by the first file that names each. */
export async function findSettledTimes(sql: Sql, records: readonly Named[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await sql<{ id: string; at: Date }[]>`
    select transaction_id as id, min(settled_at) as at from settled_records
    where merchant_id = any(${[...new Set(records.map(({ merchantId }) => merchantId))]}::text[])
      and transaction_id = any(${records.map(({ id }) => id)}::text[])
    group by transaction_id`
  return new Map(rows.map(({ id, at }) => [id, at]))
}
