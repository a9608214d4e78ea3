import type { Dispute, DisputeMovement, DisputeStage, DisputeStatus } from '#domain/dispute.ts'
import { exactInteger } from '#domain/exact-json.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import type { Row, Statement } from '../connection/statement.ts'

export interface StoredDispute extends Dispute {
  /** Moment of the question to the provider that it shows the answer to, in microseconds. */
  readonly ask: bigint
  /** As the provider reported them last. */
  readonly movements: readonly StoredMovement[]
  /** True if the payment lost more than was captured, by its disputes and by refunds or a void, done or in progress. */
  readonly isDoubleLoss: boolean
}

type StoredMovement = Omit<DisputeMovement, 'amount'> & { readonly amount: string }

/** A void that is done has left nothing captured. As numeric, because the sum may be beyond an int64. */
export const IS_DOUBLE_LOSS = `funds = 'WITHDRAWN' and exists (
    select from transactions payment
    where payment.merchant_id = disputes.merchant_id and payment.id = disputes.transaction_id
      and payment.disputed_amount > 0
      and payment.disputed_amount::numeric + payment.refunded_amount + payment.refunding_amount
        + case when payment.void_state = 'PENDING' then payment.captured_amount else 0 end > payment.captured_amount
  )`

export const DISPUTE_COLUMNS = `merchant_id as "merchantId", dispute_id as "disputeId", transaction_id as "transactionId",
  terminal_id as "terminalId", provider, provider_account_id as "providerAccountId",
  provider_reference as "providerReference", stage, status, reason, network_reason_code as "networkReasonCode", amount,
  currency, funds, respond_by as "respondBy", accepted_at as "acceptedAt", ask, history,
  movements, created_at as "createdAt", updated_at as "updatedAt",
  ${IS_DOUBLE_LOSS} as "isDoubleLoss"`

/** Moment of a question to a provider, in microseconds. It is taken before asking, so a later one has the later answer. */
export async function nextAsk(sql: Sql): Promise<bigint> {
  const [row] = await sql<[{ ask: bigint }]>`
    select (extract(epoch from clock_timestamp()) * 1000000)::bigint as ask`
  return row.ask
}

export async function findDispute(sql: Sql, merchantId: string, disputeId: string): Promise<StoredDispute | undefined> {
  const [row] = await sql<StoredDispute[]>`
    select ${sql.unsafe(DISPUTE_COLUMNS)} from disputes where merchant_id = ${merchantId} and dispute_id = ${disputeId}`
  return row
}

export async function findDisputeByReference(
  sql: Sql,
  { merchantId, providerAccountId }: Pick<Dispute, 'merchantId' | 'providerAccountId'>,
  reference: string,
): Promise<StoredDispute | undefined> {
  const [row] = await sql<StoredDispute[]>`
    select ${sql.unsafe(DISPUTE_COLUMNS)} from disputes
    where merchant_id = ${merchantId} and provider_account_id = ${providerAccountId}
      and provider_reference = ${reference}`
  return row
}

/**
 * Writes a case as it is now. Its payment must be locked.
 * @param warningDueAt when the next warning is due; undefined if that stays
 */
export async function saveDispute(
  sql: Sql,
  dispute: Omit<StoredDispute, 'isDoubleLoss'>,
  warningDueAt: Date | null | undefined,
): Promise<void> {
  await sql`
    insert into disputes (merchant_id, dispute_id, transaction_id, terminal_id, provider, provider_account_id,
      provider_reference, stage, status, reason, network_reason_code, amount, currency, funds, respond_by,
      warning_due_at, accepted_at, ask, movements, history, created_at, updated_at)
    select merchant_id, dispute_id, transaction_id, terminal_id, provider, provider_account_id, provider_reference,
      stage, status, reason, network_reason_code, amount, currency, funds, respond_by, warning_due_at, accepted_at, ask,
      movements, history, created_at, updated_at
    from json_populate_record(null::disputes, ${toRowJson(dispute, warningDueAt)}::json)
    on conflict (merchant_id, dispute_id) do update set stage = excluded.stage, status = excluded.status,
      reason = excluded.reason, network_reason_code = excluded.network_reason_code, amount = excluded.amount,
      currency = excluded.currency, funds = excluded.funds, respond_by = excluded.respond_by,
      warning_due_at = case when ${warningDueAt === undefined} then disputes.warning_due_at else excluded.warning_due_at end,
      ask = excluded.ask,
      movements = excluded.movements, history = excluded.history, updated_at = excluded.updated_at`
}

/** The columns are named as the fields. */
function toRowJson(dispute: Omit<StoredDispute, 'isDoubleLoss'>, warningDueAt: Date | null = null): string {
  const columns = Object.entries({ ...dispute, warningDueAt }).map(([field, value]) => [
    field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    typeof value === 'bigint' ? exactInteger(value) : value,
  ])
  return JSON.stringify(Object.fromEntries(columns))
}

export async function noteAcceptance(sql: Sql, merchantId: string, disputeId: string): Promise<void> {
  await sql`
    update disputes set accepted_at = now()
    where merchant_id = ${merchantId} and dispute_id = ${disputeId}`
}

export interface DisputeFilter {
  readonly status?: DisputeStatus | undefined
  readonly stage?: DisputeStage | undefined
  readonly respondByBefore?: Date | undefined
  readonly transactionId?: string | undefined
  /** Terminals that the caller is limited to. */
  readonly terminalIds?: readonly string[] | undefined
  readonly after?: Position | undefined
}

/**
 * A merchant's disputes, at most `limit`: the newest first, or by deadline the earliest first. By deadline, those without
 * one are last, and a position has the deadline.
 */
export async function listDisputes(
  sql: Sql,
  merchantId: string,
  filter: DisputeFilter,
  limit: number,
  order: 'newest' | 'deadline' = 'newest',
): Promise<StoredDispute[]> {
  const { status, stage, respondByBefore, transactionId, terminalIds, after } = filter
  return sql<StoredDispute[]>`
    select ${sql.unsafe(DISPUTE_COLUMNS)} from disputes
    where merchant_id = ${merchantId}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${stage === undefined ? sql`` : sql`and stage = ${stage}`}
      ${respondByBefore === undefined ? sql`` : sql`and respond_by < ${respondByBefore}`}
      ${transactionId === undefined ? sql`` : sql`and transaction_id = ${transactionId}`}
      ${terminalIds === undefined ? sql`` : sql`and terminal_id = any(${[...terminalIds]}::text[])`}
      ${inOrder(sql, order, after)}
    limit ${limit}`
}

/** Place of disputes without a deadline in their order. */
export const NO_DEADLINE = new Date('9999-12-31T00:00:00Z')

function inOrder(sql: Sql, order: 'newest' | 'deadline', after: Position | undefined): Statement<Row[]> {
  if (order === 'newest') {
    return sql`
      ${after === undefined ? sql`` : sql`and (created_at, dispute_id) < (${after.createdAt}, ${after.id})`}
      order by created_at desc, dispute_id desc`
  }
  return sql`
    ${after === undefined ? sql`` : sql`and (coalesce(respond_by, ${NO_DEADLINE}), dispute_id) > (${after.createdAt}, ${after.id})`}
    order by respond_by, dispute_id`
}
