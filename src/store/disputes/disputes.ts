import type { Dispute, DisputeMovement } from '#domain/dispute.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import type { Fragment } from '../shape/fragment.ts'
import type { Optional } from '../shape/optional.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'
import { newest, where } from '../shape/where.ts'

export interface StoredDispute extends Dispute {
  /** Moment of the question to the provider that it shows the answer to, in microseconds. */
  readonly ask: bigint
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

const DISPUTE = record<Omit<StoredDispute, 'isDoubleLoss'>>()(
  `merchantId, disputeId, transactionId, terminalId, provider, providerAccountId, providerReference, stage, status, reason,
  networkReasonCode, amount, currency, funds, respondBy, acceptedAt, ask, history, movements, createdAt, updatedAt`,
)

export function disputeColumns(sql: Sql): Fragment {
  return sql`${DISPUTE.select(sql)}, ${sql.unsafe(IS_DOUBLE_LOSS)} as "isDoubleLoss"`
}

/** Time before a question to a provider, in microseconds: later questions have later answers. */
export async function nextAsk(sql: Sql): Promise<bigint> {
  const [row] = await sql<[{ ask: bigint }]>`
    select (extract(epoch from clock_timestamp()) * 1000000)::bigint as ask`
  return row.ask
}

export function findDispute(sql: Sql, merchantId: string, disputeId: string): Promise<StoredDispute | undefined> {
  return first(sql<StoredDispute[]>`
    select ${disputeColumns(sql)} from disputes where merchant_id = ${merchantId} and dispute_id = ${disputeId}`)
}

export function findDisputeByReference(
  sql: Sql,
  { merchantId, providerAccountId }: Pick<Dispute, 'merchantId' | 'providerAccountId'>,
  reference: string,
): Promise<StoredDispute | undefined> {
  return first(sql<StoredDispute[]>`
    select ${disputeColumns(sql)} from disputes
    where merchant_id = ${merchantId} and provider_account_id = ${providerAccountId}
      and provider_reference = ${reference}`)
}

/** Requires a locked payment. @param warningDueAt of the next warning; undefined: unchanged */
export async function saveDispute(
  sql: Sql,
  dispute: Omit<StoredDispute, 'isDoubleLoss'>,
  warningDueAt: Date | null | undefined,
): Promise<void> {
  await sql`
    insert into disputes (${sql.unsafe(DISPUTE.columns)}, warning_due_at)
    select ${sql.unsafe(DISPUTE.columns)}, ${warningDueAt ?? null}::timestamptz
    from json_populate_record(null::disputes, ${JSON.stringify(DISPUTE.row(dispute))}::json)
    on conflict (merchant_id, dispute_id) do update set stage = excluded.stage, status = excluded.status,
      reason = excluded.reason, network_reason_code = excluded.network_reason_code, amount = excluded.amount,
      currency = excluded.currency, funds = excluded.funds, respond_by = excluded.respond_by,
      warning_due_at = case when ${warningDueAt === undefined} then disputes.warning_due_at else excluded.warning_due_at end,
      ask = excluded.ask,
      movements = excluded.movements, history = excluded.history, updated_at = excluded.updated_at`
}

export async function noteAcceptance(sql: Sql, merchantId: string, disputeId: string): Promise<void> {
  await sql`
    update disputes set accepted_at = now()
    where merchant_id = ${merchantId} and dispute_id = ${disputeId}`
}

export type DisputeFilter = Optional<
  Pick<Dispute, 'status' | 'stage' | 'transactionId'> & {
    respondByBefore: Date
    /** Terminals that the caller is limited to. */
    terminalIds: readonly string[]
    after: Position
  }
>

/** Lists newest or earliest deadline first; then those without one are last, and positions have the deadline. */
export async function listDisputes(
  sql: Sql,
  merchantId: string,
  filter: DisputeFilter,
  limit: number,
  order: 'newest' | 'deadline' = 'newest',
): Promise<StoredDispute[]> {
  const { status, stage, respondByBefore, transactionId, terminalIds, after } = filter
  const isUrgent = respondByBefore && sql`respond_by < ${respondByBefore}`
  return sql<StoredDispute[]>`
    select ${disputeColumns(sql)} from disputes
    where ${where(sql, { merchantId, status, stage, transactionId, terminalId: terminalIds }, isUrgent)}
      ${order === 'newest' ? newest(sql, 'created_at, dispute_id', after, limit) : byDeadline(sql, after, limit)}`
}

/** Place of disputes without a deadline in their order. */
export const NO_DEADLINE = new Date('9999-12-31T00:00:00Z')

function byDeadline(sql: Sql, after: Position | undefined, limit: number): Fragment {
  return sql`
    ${after ? sql`and (coalesce(respond_by, ${NO_DEADLINE}), dispute_id) > (${after.createdAt}, ${after.id})` : sql``}
    order by respond_by, dispute_id limit ${limit}`
}
