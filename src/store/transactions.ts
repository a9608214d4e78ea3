import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from './database.ts'
import { fromRow, type TransactionExtras, type TransactionRow, toRowJson } from './transaction-row.ts'

/** A try with a provider account, recorded with the intent and before the provider hears of it. */
export interface NewAttempt {
  readonly attemptId: string
  readonly number: number
  readonly provider: string
  readonly providerAccountId: string
}

/** What became of an intent: recorded, decided on an outdated picture, or its reference belongs to something else. */
export type IntentAnswer =
  | { readonly kind: 'recorded' }
  | { readonly kind: 'outdated' }
  | { readonly kind: 'reference-taken'; readonly holderKind: string; readonly holderId: string }

/**
 * Records a pending transaction with its first attempt in one commit, if the merchant's configuration is still the one
 * it was decided on and nobody holds the reference. Repeating it with the same transaction id is harmless.
 * @param dueInSeconds when the worker looks after it, should this process die
 */
export async function insertIntent(
  sql: Sql,
  version: bigint,
  transaction: Transaction,
  extras: TransactionExtras,
  attempt: NewAttempt,
  dueInSeconds: number,
): Promise<IntentAnswer> {
  const { merchantId, terminalId, reference, id, createdAt } = transaction
  const [row] = await sql<[{ current: boolean; claimed: boolean }]>`
    with current as (
      select 1 from merchants where merchant_id = ${merchantId} and config_version = ${version}
    ), claimed as (
      insert into order_references (merchant_id, terminal_id, reference, kind, holder_id)
      select ${merchantId}, ${terminalId}, ${reference}, 'transaction', ${id} from current
      on conflict do nothing
      returning 1
    ), intent as (
      insert into transactions
      select filled.* from claimed, json_populate_record(
        jsonb_populate_record(null::transactions,
          jsonb_build_object('due_at', now() + make_interval(secs => ${dueInSeconds}))),
        ${toRowJson(transaction, extras)}::json
      ) as filled
      returning 1
    ), attempted as (
      insert into attempts (merchant_id, attempt_id, transaction_id, number, provider, provider_account_id, state,
        created_at, updated_at)
      select ${merchantId}, ${attempt.attemptId}, ${id}, ${attempt.number}, ${attempt.provider},
        ${attempt.providerAccountId}, 'ASKING', ${createdAt}, ${createdAt} from intent
    )
    select exists (select from current) as current, exists (select from intent) as claimed`
  if (!row.current) return { kind: 'outdated' }
  if (row.claimed) return { kind: 'recorded' }
  const holder = await findReferenceHolder(sql, merchantId, terminalId, reference)
  // An INVALID end gave the reference back between the two statements.
  if (!holder) return insertIntent(sql, version, transaction, extras, attempt, dueInSeconds)
  // A repeated intent finds itself: then it was recorded the first time.
  if (holder.id === id) return { kind: 'recorded' }
  return { kind: 'reference-taken', holderKind: holder.kind, holderId: holder.id }
}

/** What a reference on a terminal belongs to, if anything. */
export async function findReferenceHolder(
  sql: Sql,
  merchantId: string,
  terminalId: string,
  reference: string,
): Promise<{ readonly kind: string; readonly id: string } | undefined> {
  const [holder] = await sql<{ kind: string; id: string }[]>`
    select kind, holder_id as id from order_references
    where merchant_id = ${merchantId} and terminal_id = ${terminalId} and reference = ${reference}`
  return holder
}

/**
 * Records a refused transaction (INVALID), which holds no reference, with its event if its terminal exists.
 * @returns false where the refusal was decided on an outdated picture
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
      insert into transactions
      select filled.* from current,
        json_populate_record(null::transactions, ${toRowJson(transaction, extras)}::json) as filled
      returning merchant_id, id, terminal_id
    )
    ${event ? sql`, ${announcement(sql, event.id, event.text, transaction.updatedAt)}` : sql``}
    select 1 from moved`
  return rows.length === 1
}

/**
 * Common table expressions that write a transaction's event and queue its deliveries, from a table `moved` of
 * (merchant_id, id, terminal_id) that holds one row or none. Endpoints registered later get nothing.
 */
export function announcement(sql: Sql, eventId: string, text: string, at: Date) {
  return sql`
    announced as (
      insert into events (merchant_id, event_id, event, transaction_id, payload, created_at)
      select merchant_id, ${eventId}, 'transaction.processed', id, ${text}::text::json, ${at} from moved
    ), queued as (
      insert into deliveries (merchant_id, event_id, webhook_endpoint_id, next_attempt_at)
      select moved.merchant_id, ${eventId}, endpoint.webhook_endpoint_id, now()
      from moved join webhook_endpoints endpoint on endpoint.merchant_id = moved.merchant_id
        and endpoint.status = 'ACTIVE' and coalesce(endpoint.terminal_id, moved.terminal_id) = moved.terminal_id
    )`
}

export async function findTransaction(sql: Sql, merchantId: string, id: string): Promise<Transaction | undefined> {
  const [row] = await sql<TransactionRow[]>`
    select * from transactions where merchant_id = ${merchantId} and id = ${id}`
  return row && fromRow(row)
}

/** A transaction with what its next 3-D Secure step needs. */
export async function findTransactionWithExtras(
  sql: Sql,
  merchantId: string,
  id: string,
): Promise<(TransactionExtras & { readonly transaction: Transaction }) | undefined> {
  const [row] = await sql<TransactionRow[]>`
    select * from transactions where merchant_id = ${merchantId} and id = ${id}`
  return row && { transaction: fromRow(row), browserInfo: row.browser_info, notificationUrl: row.notification_url }
}

/** Filters of a list; an absent one does not narrow it. */
export interface TransactionFilter {
  readonly terminalId?: string | undefined
  readonly reference?: string | undefined
  readonly orderId?: string | undefined
  readonly status?: string | undefined
  readonly transactionType?: string | undefined
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
    select * from transactions
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
