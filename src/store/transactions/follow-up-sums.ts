import type { PartSum } from '#domain/normalize-part.ts'
import type { Sql } from '../connection/database.ts'

/**
 * CTEs that apply ended follow-ups to parents. Read `moved` (merchant_id, parent_id, transaction_type, amount,
 * final_capture, status, at): reservations are released, approvals count. A partial void ends the captures of an
 * AUTHORIZE. Sums first, because a statement may end several of one parent. `carried` has the parents afterwards, and
 * if captures had ended before.
 */
export function followUpSums(sql: Sql) {
  return sql`
    followed as (
      select merchant_id, parent_id, max(at) as at,
        coalesce(sum(amount) filter (where transaction_type = 'CAPTURE'), 0) as capture_ended,
        coalesce(sum(amount) filter (where transaction_type = 'CAPTURE' and status = 'APPROVED'), 0) as captured,
        coalesce(sum(amount) filter (where transaction_type = 'REFUND'), 0) as refund_ended,
        coalesce(sum(case transaction_type when 'REFUND' then amount when 'REFUND_REVERSAL' then -amount end)
          filter (where status = 'APPROVED'), 0) as refunded,
        max(case when status = 'APPROVED' then 'CLOSED' else 'OPEN' end)
          filter (where final_capture or transaction_type = 'AUTHORIZATION_EXPIRY') as capture_state,
        coalesce(sum(amount) filter (where transaction_type = 'AUTHORIZATION_EXPIRY' and status = 'APPROVED'), 0) as expired,
        max(status) filter (where transaction_type = 'AUTHORIZATION_EXPIRY') as expiry_status,
        coalesce(sum(case transaction_type when 'CHARGEBACK' then amount when 'CHARGEBACK_REVERSAL' then -amount end), 0) as disputed,
        max(status) filter (where transaction_type = 'VOID') as void_status,
        max(amount) filter (where transaction_type = 'VOID') as void_amount
      from moved where parent_id is not null
      group by merchant_id, parent_id
    ), carried as (
      update transactions parent set
        capturing_amount = parent.capturing_amount - followed.capture_ended,
        captured_amount = case
          when followed.void_status = 'APPROVED' and followed.void_amount = parent.amount then 0
          else parent.captured_amount + followed.captured
        end,
        refunding_amount = parent.refunding_amount - followed.refund_ended,
        refunded_amount = parent.refunded_amount + followed.refunded,
        capture_state = case
          when followed.void_amount < parent.amount
            then case when followed.void_status = 'APPROVED' then 'CLOSED' else 'OPEN' end
          else coalesce(followed.capture_state, parent.capture_state)
        end,
        expired_amount = parent.expired_amount + followed.expired,
        disputed_amount = parent.disputed_amount + followed.disputed,
        expiry_state = case when followed.expiry_status = 'APPROVED' then 'DONE' else parent.expiry_state end,
        expiry_due_at = case
          when coalesce(followed.capture_state, parent.capture_state) <> 'CLOSED' and followed.void_status is distinct from 'APPROVED'
            and parent.captured_amount + followed.captured < parent.amount then parent.expiry_due_at
        end,
        void_state = case
          when followed.void_amount is null or followed.void_amount < parent.amount then parent.void_state
          when followed.void_status = 'APPROVED' then 'DONE'
        end,
        updated_at = followed.at
      from followed
      where parent.merchant_id = followed.merchant_id and parent.id = followed.parent_id
      returning parent.merchant_id, parent.id, parent.transaction_type, parent.amount, parent.captured_amount,
        parent.capturing_amount, parent.fee_amount,
        parent.capture_state = 'CLOSED' and followed.capture_state is distinct from 'CLOSED' as was_closed
    )`
}

export async function readParts(sql: Sql, merchantId: string, parentId: string): Promise<readonly PartSum[]> {
  // Sums as text, because reversed refunds may add up to more than int64.
  const rows = await sql<
    (Pick<PartSum, 'transactionType' | 'status'> & { amount: string; normalizedAmount: string })[]
  >`
    select transaction_type as "transactionType", status, sum(amount)::text as amount,
      sum(normalized_amount)::text as "normalizedAmount"
    from transactions
    where merchant_id = ${merchantId} and parent_id = ${parentId} and status in ('APPROVED', 'PENDING')
    group by transaction_type, status`
  return rows.map(({ amount, normalizedAmount, ...part }) => {
    return { ...part, amount: BigInt(amount), normalizedAmount: BigInt(normalizedAmount) }
  })
}

/** Condition on an approved AUTHORIZE that its rest can be released: nothing is in progress and something is left to capture. */
export const REST_IS_OPEN = `capture_state = 'OPEN' and void_state is null and capturing_amount = 0 and captured_amount < amount`
