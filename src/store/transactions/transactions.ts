import type { Status } from '#domain/status.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { TransactionType } from '#domain/transaction-type.ts'
import { announcement } from '../connection/announcement.ts'
import { columnsOf } from '../connection/columns.ts'
import type { Sql } from '../connection/database.ts'
import {
  extrasOf,
  fromRow,
  NEW_TRANSACTION_COLUMNS,
  TRANSACTION_COLUMNS,
  type TransactionExtras,
  type TransactionRow,
  toRowJson,
} from './transaction-row.ts'

/**
 * Records a refused transaction (INVALID), which holds no reference, with its event if its terminal exists.
 * @returns false where the refusal was decided on an outdated snapshot
 */
export async function insertRefused(
  sql: Sql,
  version: bigint,
  transaction: Transaction,
  extras: TransactionExtras,
  event: { readonly id: string; readonly text: string } | null,
): Promise<boolean> {
  const rows = await sql`
    with current as (
      select 1 from merchants where merchant_id = ${transaction.merchantId} and config_version = ${version}
    ), moved as (
      insert into transactions (${sql.unsafe(NEW_TRANSACTION_COLUMNS)})
      select ${sql.unsafe(columnsOf('filled', NEW_TRANSACTION_COLUMNS))} from current,
        json_populate_record(null::transactions, ${toRowJson(transaction, extras)}::json) as filled
      returning merchant_id, id, terminal_id, updated_at as at, ${event?.id ?? null}::text as event_id,
        ${event?.text ?? null}::text as event
    )
    ${event ? sql`, ${announcement(sql)}` : sql``}
    select 1 from moved`
  return rows.length === 1
}

export async function findTransaction(sql: Sql, merchantId: string, id: string): Promise<Transaction | undefined> {
  const [row] = await sql<TransactionRow[]>`
    select ${sql.unsafe(TRANSACTION_COLUMNS)} from transactions where merchant_id = ${merchantId} and id = ${id}`
  return row && fromRow(row)
}

/** A transaction with what its next 3-D Secure step needs. */
export async function findTransactionWithExtras(
  sql: Sql,
  merchantId: string,
  id: string,
): Promise<(TransactionExtras & { readonly transaction: Transaction }) | undefined> {
  const [row] = await sql<TransactionRow[]>`
    select ${sql.unsafe(TRANSACTION_COLUMNS)} from transactions where merchant_id = ${merchantId} and id = ${id}`
  return row && { transaction: fromRow(row), ...extrasOf(row) }
}

/** Filters of a list; an absent one does not narrow it. */
export interface TransactionFilter {
  readonly terminalId?: string | undefined
  readonly reference?: string | undefined
  readonly orderId?: string | undefined
  readonly status?: Status | undefined
  readonly transactionType?: TransactionType | undefined
  readonly createdFrom?: Date | undefined
  readonly createdTo?: Date | undefined
  /** Continue after this row of an earlier page. */
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined
}

/** A merchant's transactions, newest first, at most `limit`. */
export async function listTransactions(
  sql: Sql,
  merchantId: string,
  filter: TransactionFilter,
  limit: number,
): Promise<Transaction[]> {
  const rows = await sql<TransactionRow[]>`
    select ${sql.unsafe(TRANSACTION_COLUMNS)} from transactions
    where merchant_id = ${merchantId}
      ${filter.terminalId === undefined ? sql`` : sql`and terminal_id = ${filter.terminalId}`}
      ${filter.reference === undefined ? sql`` : sql`and reference = ${filter.reference}`}
      ${filter.orderId === undefined ? sql`` : sql`and order_id = ${filter.orderId}`}
      ${filter.status === undefined ? sql`` : sql`and status = ${filter.status}`}
      ${filter.transactionType === undefined ? sql`` : sql`and transaction_type = ${filter.transactionType}`}
      ${filter.createdFrom === undefined ? sql`` : sql`and created_at >= ${filter.createdFrom}`}
      ${filter.createdTo === undefined ? sql`` : sql`and created_at <= ${filter.createdTo}`}
      ${filter.after === undefined ? sql`` : sql`and (created_at, id) < (${filter.after.createdAt}, ${filter.after.id})`}
    order by created_at desc, id desc
    limit ${limit}`
  return rows.map(fromRow)
}
