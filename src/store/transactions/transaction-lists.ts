import type { Position } from '#domain/page.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'
import { columnsOf } from '../shape/columns.ts'
import type { Fragment } from '../shape/fragment.ts'
import { type RecordColumns, record } from '../shape/record.ts'
import { nameConditions } from './search-facts.ts'
import {
  asksForEnding,
  isRange,
  isSearch,
  ofEnding,
  ofFacts,
  ofTransaction,
  rangesOf,
  type TransactionFilter,
} from './transaction-filter.ts'
import { fromRow, TRANSACTION, type TransactionRow } from './transaction-row.ts'

export type { TransactionFilter }

/** Lists newest first: the newest, those next after `after`, or those next before `before`. */
export async function listTransactions(
  sql: Sql,
  merchantId: string,
  filter: TransactionFilter,
  limit: number,
): Promise<Transaction[]> {
  const rows = await sql<TransactionRow[]>`${select(sql, merchantId, filter, limit, TRANSACTION)}`
  const found = rows.map(fromRow)
  return filter.before ? found.reverse() : found
}

type Columns = RecordColumns<TransactionRow> | RecordColumns<Position>

/** Columns that `payment_search` has as well. */
const PLACE = record<Position>()('createdAt, id')

export async function countTransactions(
  sql: Sql,
  merchantId: string,
  filter: TransactionFilter,
  most: number,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from (${select(sql, merchantId, filter, most, PLACE)}) as found`
  return row.count
}

/**
 * Parts: recent payments from `transactions`, so that none is found late; others from `payment_search`, whose indexes
 * find few among millions. Final states are there once counted, so others are read separately.
 */
function select(sql: Sql, merchantId: string, filter: TransactionFilter, limit: number, read: Columns): Fragment {
  const order = filter.before ? sql`` : sql`desc`
  const own = (columns: Fragment) => sql`
    select ${columns} from transactions
    where transactions.merchant_id = ${merchantId} ${ofTransaction(sql, filter)} ${ofFacts(sql, filter, 'transactions')}`
  const inOrder = sql`order by transactions.created_at ${order}, transactions.id ${order} limit ${limit}`
  if (!isSearch(filter)) return sql`${own(read.select(sql, 'transactions'))} ${inOrder}`
  const columns = sql.unsafe(columnsOf('transactions', read.columns))
  const canBeWide = isRange(filter)
  const found = (from: Fragment, those: Fragment) => sql`
    (select ${from}
    where payment_search.merchant_id = ${merchantId} and payment_search.created_at < ${searchedUntil(sql)}
      ${canBeWide ? sql`and not (select is_wide from matches)` : sql``}
      ${ofFacts(sql, filter, 'payment_search')} ${those}
    order by payment_search.created_at ${order}, payment_search.id ${order} limit ${limit})`
  const searched = (those: Fragment) =>
    found(
      sql`${columns} from payment_search join transactions
      on transactions.merchant_id = payment_search.merchant_id and transactions.id = payment_search.id`,
      sql`${ofTransaction(sql, filter)} ${those}`,
    )
  // Where `payment_search` has all criteria, only those of the page are joined.
  const joined = sql`
    (select ${columns} from ${found(sql`payment_search.merchant_id, payment_search.id from payment_search`, sql``)} as page
    join transactions on transactions.merchant_id = page.merchant_id and transactions.id = page.id)`
  // `payment_search` has all criteria of ended payments, so none is fetched to be counted.
  const ended =
    read === PLACE && !filter.counted
      ? found(sql`${sql.unsafe(columnsOf('payment_search', read.columns))} from payment_search`, ofEnding(sql, filter))
      : asksForEnding(filter) || filter.counted
        ? searched(ofEnding(sql, filter))
        : joined
  const walked = sql`
    union all
    (${own(columns)} and transactions.created_at < ${searchedUntil(sql)} and (select is_wide from matches) ${inOrder})`
  return sql`
    ${canBeWide ? sql`with matches as (${widthOf(sql, merchantId, filter)})` : sql``}
    select ${read.select(sql, 'parts')} from (
      (${own(columns)} and transactions.created_at >= ${searchedUntil(sql)} ${inOrder})
      ${filter.status === 'PENDING' ? sql`` : sql`union all ${ended}`}
      ${asksForEnding(filter) ? sql`union all ${searched(sql`and payment_search.status = 'PENDING'`)}` : sql``}
      ${canBeWide ? walked : sql``}
    ) as parts
    order by parts.created_at ${order}, parts.id ${order} limit ${limit}`
}

/** If so many payments are in a range, the newest of all are looked through: it takes less than sorting. */
const MANY = 5000

function widthOf(sql: Sql, merchantId: string, filter: TransactionFilter): Fragment {
  const { customerName, ...ranges } = rangesOf(filter)
  const some = (condition: Fragment): Fragment => sql`
    (select from payment_search
    where merchant_id = ${merchantId} ${ofFacts(sql, ranges, 'payment_search')} ${condition} limit ${MANY + 1})`
  // Each separately, because an index that is read for both is read to its end.
  const names = customerName === undefined ? [] : nameConditions(sql, customerName, 'payment_search')
  const counted =
    names.length === 0 ? some(sql``) : sql`${some(sql`and ${names[0]!}`)} union all ${some(sql`and ${names[1]!}`)}`
  return sql`select count(*) > ${MANY} as is_wide from (${counted}) as counted`
}

/** Older ones are in `payment_search`: transactions commit within a minute of their beginning. */
function searchedUntil(sql: Sql): Fragment {
  return sql`(
    select coalesce(reached - interval '1 minute', '-infinity') from gathering_marks where name = 'payments'
  )`
}
