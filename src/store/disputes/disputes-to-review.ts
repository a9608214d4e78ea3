import type { Sql } from '../connection/database.ts'
import { disputeColumns, IS_DOUBLE_LOSS, type StoredDispute } from './disputes.ts'

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
