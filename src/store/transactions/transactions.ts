import { parseExactly } from '#domain/exact-json.ts'
import type { KeptJson } from '#domain/kept-text.ts'
import type { Transaction } from '#domain/transaction.ts'
import { keptTrace } from '#trace/index.ts'
import type { Sql } from '../connection/database.ts'
import { transactionEvents } from '../events/further-events.ts'
import { columnsOf } from '../shape/columns.ts'
import { isOne } from '../shape/results.ts'
import {
  extrasOf,
  fromRow,
  NEW_TRANSACTION_COLUMNS,
  TRANSACTION,
  type TransactionExtras,
  type TransactionRow,
  toRowJson,
} from './transaction-row.ts'

/** Records a refusal (INVALID) with its event; it holds no reference. @returns false if the snapshot was outdated */
export function insertRefused(
  sql: Sql,
  version: bigint,
  transaction: Transaction,
  extras: TransactionExtras,
  event: { readonly id: string; readonly text: string },
): Promise<boolean> {
  return isOne(sql`
    with current as (
      select 1 from merchants where merchant_id = ${transaction.merchantId} and config_version = ${version}
    ), moved as (
      insert into transactions (${sql.unsafe(NEW_TRANSACTION_COLUMNS)})
      select ${sql.unsafe(columnsOf('filled', NEW_TRANSACTION_COLUMNS))} from current,
        json_populate_record(null::transactions, ${toRowJson(transaction, extras)}::json) as filled
      returning merchant_id, id, terminal_id, updated_at as at, ${event.id}::text as event_id,
        ${event.text}::text as event, ${keptTrace()}::text as traceparent
    ), ${transactionEvents(sql)}
    select 1 from moved`)
}

export async function findTransactions(
  sql: Sql,
  merchantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Transaction>> {
  const rows = await sql<TransactionRow[]>`
    select ${TRANSACTION.select(sql)} from transactions where merchant_id = ${merchantId} and id = any(${ids}::text[])`
  return new Map(rows.map((row) => [row.id, fromRow(row)]))
}

export async function findTransaction(sql: Sql, merchantId: string, id: string): Promise<Transaction | undefined> {
  const [row] = await sql<TransactionRow[]>`
    select ${TRANSACTION.select(sql)} from transactions where merchant_id = ${merchantId} and id = ${id}`
  return row && fromRow(row)
}

export async function findTransactionWithExtras(
  sql: Sql,
  merchantId: string,
  id: string,
): Promise<(TransactionExtras & { readonly transaction: Transaction }) | undefined> {
  const [row] = await sql<TransactionRow[]>`
    select ${TRANSACTION.select(sql)} from transactions where merchant_id = ${merchantId} and id = ${id}`
  return row && { transaction: fromRow(row), ...extrasOf(row) }
}

/** Metadata of a follow-up's parent, as written; null for an original and an unknown parent. */
export async function findParentMetadata(
  sql: Sql,
  { merchantId, parentId }: Pick<Transaction, 'merchantId' | 'parentId'>,
): Promise<KeptJson | null> {
  if (parentId === null) return null
  const [row] = await sql<{ metadata: string | null }[]>`
    select metadata from transactions where merchant_id = ${merchantId} and id = ${parentId}`
  return row?.metadata ? (parseExactly(row.metadata) as KeptJson) : null
}
