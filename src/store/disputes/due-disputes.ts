import { DISPUTE_WARNING_HOURS } from '#domain/dispute.ts'
import type { Sql } from '../connection/database.ts'
import { clockAhead } from '../merchants/test-clock.ts'
import { disputeColumns, IS_DOUBLE_LOSS, type StoredDispute } from './disputes.ts'

/** Claims cases near their deadline by the merchant's clock; only those still waiting get a warning. */
export async function claimDueWarnings(sql: Sql, limit: number) {
  return sql<(StoredDispute & { readonly isToWarn: boolean })[]>`
    with due as (
      select merchant_id as merchant, dispute_id as dispute, now() + ${clockAhead(sql, sql`disputes.merchant_id`)} as present
      from disputes where warning_due_at <= now()
      order by warning_due_at limit ${limit} for update skip locked
    )
    update disputes set warning_due_at = now() + (
      select last.at - due.present
      from (select respond_by - make_interval(hours => ${DISPUTE_WARNING_HOURS.last}) as at) as last where last.at > due.present
    )
    from due where merchant_id = due.merchant and dispute_id = due.dispute
    returning ${disputeColumns(sql)}, status = 'NEEDS_RESPONSE' and respond_by > due.present as "isToWarn"`
}

export interface DisputedPayment {
  readonly merchantId: string
  readonly paymentId: string
}

/** Payments whose money changed since their disputes were reviewed. */
export function listPaymentsToReview(sql: Sql, limit: number): Promise<DisputedPayment[]> {
  return sql<DisputedPayment[]>`
    select merchant_id as "merchantId", transaction_id as "paymentId" from disputes
    where review_at is not null group by merchant_id, transaction_id order by min(review_at) limit ${limit}`
}

/** Marks double losses of a locked payment's disputes, and their review. @returns disputes that changed */
export async function noteDoubleLosses(
  sql: Sql,
  { merchantId, paymentId }: DisputedPayment,
  at: Date,
): Promise<readonly StoredDispute[]> {
  const changed = await sql<StoredDispute[]>`
    update disputes set double_loss = not double_loss, updated_at = ${at}
    where merchant_id = ${merchantId} and transaction_id = ${paymentId}
      and double_loss is distinct from (${sql.unsafe(IS_DOUBLE_LOSS)})
    returning ${disputeColumns(sql)}`
  await sql`
    update disputes set review_at = null
    where merchant_id = ${merchantId} and transaction_id = ${paymentId} and review_at is not null`
  return changed
}
