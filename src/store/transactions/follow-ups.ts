import type { Parent } from '#domain/follow-up.ts'
import { normalizePart } from '#domain/normalize-part.ts'
import type { Transaction } from '#domain/transaction.ts'
import { type FollowUpType, ORIGINAL_TYPES, TRANSACTION_TYPES } from '#domain/transaction-type.ts'
import type { Database, Sql } from '../connection/database.ts'
import { columnsOf } from '../shape/columns.ts'
import type { Fragment } from '../shape/fragment.ts'
import { REST_IS_OPEN, readParts } from './follow-up-sums.ts'
import type { NewAttempt } from './intent.ts'
import { fromRow, NEW_TRANSACTION_COLUMNS, TRANSACTION, type TransactionRow, toRowJson } from './transaction-row.ts'

export interface FollowUpIntent {
  readonly version: bigint
  /** Pending, with its `parentId`; its `normalizedAmount` is calculated here. */
  readonly transaction: Transaction
  readonly parent: Transaction
  readonly type: FollowUpType
  readonly final: boolean
  /** True to allow no other capture, made or in progress. */
  readonly onlyCapture: boolean
  readonly attempt: NewAttempt
  readonly settlementDelaySeconds: number
  /** Until the worker checks it, in case this process dies. */
  readonly dueInSeconds: number
}

interface ParentRow extends TransactionRow {
  voidWindowOver: boolean
}

function parentColumns(sql: Sql, settlementDelaySeconds: number) {
  return sql`
    ${TRANSACTION.select(sql)},
    coalesce(coalesce(settles_from, finished_at) + make_interval(secs => ${settlementDelaySeconds}) <= now(), false) as "voidWindowOver"`
}

export async function findParent(
  sql: Sql,
  merchantId: string,
  id: string,
  settlementDelaySeconds: number,
): Promise<Parent | undefined> {
  const [row] = await sql<ParentRow[]>`
    select ${parentColumns(sql, settlementDelaySeconds)}
    from transactions where merchant_id = ${merchantId} and id = ${id}`
  return row && parentOf(row)
}

/** Finds the original of an order: approved, else the latest (docs/reference/follow-ups.md#the-request). */
export async function findOriginal(
  sql: Sql,
  merchantId: string,
  orderId: string,
  settlementDelaySeconds: number,
): Promise<Parent | undefined> {
  const [row] = await sql<ParentRow[]>`
    select ${parentColumns(sql, settlementDelaySeconds)}
    from transactions
    where merchant_id = ${merchantId} and order_id = ${orderId} and transaction_type = any(${ORIGINAL_TYPES})
    order by (status = 'APPROVED') desc, created_at desc, id desc limit 1`
  return row && parentOf(row)
}

/** The follow-up of a parent that has the merchant's reference; an `INVALID` one does not keep it. */
export async function findNamedFollowUp(
  sql: Sql,
  merchantId: string,
  parentId: string,
  followUpReference: string,
): Promise<Transaction | undefined> {
  const [row] = await sql<TransactionRow[]>`
    select ${TRANSACTION.select(sql)} from transactions
    where merchant_id = ${merchantId} and parent_id = ${parentId} and follow_up_reference = ${followUpReference}
      and status <> 'INVALID'`
  return row && fromRow(row)
}

/**
 * Records a follow-up with its attempt in one commit. One update tests the parent and reserves the amount, so that
 * concurrent ones never exceed the rest; its share of the parent's `normalizedAmount` is calculated under that lock.
 * @returns the stored follow-up, or the reason: outdated configuration, parent does not allow it, or reference taken
 */
export function recordFollowUp(sql: Database, intent: FollowUpIntent): Promise<FollowUpAnswer> {
  const { merchantId, followUpReference } = intent.transaction
  return sql.begin(async (tx) => {
    await tx`
      select from transactions where merchant_id = ${merchantId} and id = ${intent.parent.id} for no key update`
    // The unique index would wait for a namesake that is ending, which waits for the parent's lock.
    const isTaken =
      followUpReference !== null && (await findNamedFollowUp(tx, merchantId, intent.parent.id, followUpReference))
    if (isTaken) return 'not-possible'
    // A separate statement, which sees everything that was committed before the lock.
    const parts = await readParts(tx, merchantId, intent.parent.id)
    const { type, transaction } = intent
    const normalizedAmount = normalizePart(intent.parent, parts, { type, amount: transaction.amount })
    return recordLocked(tx, { ...intent, transaction: { ...transaction, normalizedAmount } })
  })
}

type FollowUpAnswer = Transaction | 'outdated' | 'not-possible'

async function recordLocked(sql: Sql, intent: FollowUpIntent): Promise<FollowUpAnswer> {
  const { transaction, type, final, attempt, dueInSeconds } = intent
  const { merchantId, parentId, amount } = transaction
  // The captured part of an AUTHORIZE stays and can be refunded, so a void of the rest only ends its captures.
  const isVoid = type === 'VOID' && amount === intent.parent.amount
  const closesCaptures = final || (type === 'VOID' && !isVoid)
  const [row] = await sql<[{ current: boolean; recorded: boolean }]>`
    with decided as (
      select 1 from merchants where merchant_id = ${merchantId} and config_version = ${intent.version}
    ), reserved as (
      update transactions set
        capturing_amount = capturing_amount + ${type === 'CAPTURE' ? amount : 0n}::bigint,
        refunding_amount = refunding_amount + ${type === 'REFUND' ? amount : 0n}::bigint,
        capture_state = case when ${closesCaptures} then 'CLOSING' else capture_state end,
        void_state = case when ${isVoid} then 'PENDING' else void_state end
      where merchant_id = ${merchantId} and id = ${parentId} and exists (select from decided)
        and transaction_type = any(${[...TRANSACTION_TYPES[type].parents]})
        and status = 'APPROVED' and void_state is null and ${GUARDS[type](sql, intent)}
      returning 1
    ), recorded as (
      insert into transactions (${sql.unsafe(NEW_TRANSACTION_COLUMNS)})
      select ${sql.unsafe(columnsOf('filled', NEW_TRANSACTION_COLUMNS))} from reserved, json_populate_record(
        jsonb_populate_record(null::transactions,
          jsonb_build_object('due_at', now() + make_interval(secs => ${dueInSeconds}))),
        ${toRowJson(transaction, { browserInfo: null, notificationUrl: null, finalCapture: final })}::json
      ) as filled
      returning id, created_at
    ), attempted as (
      insert into attempts (merchant_id, attempt_id, transaction_id, number, provider, provider_account_id, state,
        created_at, updated_at)
      select ${merchantId}, ${attempt.attemptId}, id, ${attempt.number}, ${attempt.provider},
        ${attempt.providerAccountId}, 'ASKING', created_at, created_at
      from recorded
    )
    select exists (select from decided) as current, exists (select from recorded) as recorded`
  if (row.recorded) return transaction
  return row.current ? 'not-possible' : 'outdated'
}

/** Further conditions on the parent, as in `domain/follow-up.ts` and `domain/follow-up-support.ts`. */
const GUARDS: Readonly<Record<FollowUpType, (sql: Sql, intent: FollowUpIntent) => Fragment>> = {
  CAPTURE: (sql, { transaction: { amount }, onlyCapture }) => sql`capture_state = 'OPEN'
    and ${amount}::bigint <= amount - captured_amount - capturing_amount
    and (not ${onlyCapture}::boolean or captured_amount + capturing_amount = 0)`,
  REFUND: (sql, { transaction: { amount } }) =>
    sql`${amount}::bigint <= captured_amount - refunded_amount - refunding_amount - disputed_amount`,
  VOID: (sql, { transaction: { amount }, settlementDelaySeconds }) => sql`(
    (transaction_type = 'AUTHORIZE' and ${sql.unsafe(REST_IS_OPEN)} and ${amount}::bigint = amount - captured_amount)
    or (transaction_type = 'PURCHASE' and ${amount}::bigint = amount and refunded_amount = 0 and refunding_amount = 0 and disputed_amount = 0
      and coalesce(settles_from, finished_at) + make_interval(secs => ${settlementDelaySeconds}) > now())
  )`,
}

function parentOf(row: ParentRow): Parent {
  return { transaction: fromRow(row), voidWindowOver: row.voidWindowOver }
}
