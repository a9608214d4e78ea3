import type { Posting } from '#domain/ledger.ts'
import { TRANSACTION_TYPES } from '#domain/transaction-type.ts'
import type { Sql } from '../connection/database.ts'

/** Postings by occasion: an approval of a type, one that depends on its parent, or a failure. */
const OCCASIONS = Object.entries(TRANSACTION_TYPES).flatMap(
  ([type, facts]): (readonly [string, readonly Posting[]])[] => [
    [type, facts.postings],
    ...Object.entries(facts.postingsByParent ?? {}).map(
      ([parent, postings]) => [`${type}_${parent}`, postings] as const,
    ),
    [`FAILED_${type}`, facts.failurePostings ?? []],
  ],
)

/** As SQL rows, because a parameter would be parsed with every statement. */
const LINES = OCCASIONS.flatMap(([occasion, postings]) =>
  postings.map(
    ({ debit, credit, figure }, index) =>
      `('${occasion}', ${index + 1}::smallint, '${debit}', '${credit}', '${figure}')`,
  ),
).join(', ')

/**
 * CTEs that post the journal of ended transactions. Read `moved` (merchant_id, id, parent_id, transaction_type, amount,
 * currency, provider_account_id, fee_amount, final_capture, status, finished_at) and the locked, current parents in
 * `carried` of `followUpSums`. The final capture ends the hold except for captures in progress, which end theirs
 * themselves, even on failure.
 */
export function journal(sql: Sql) {
  return sql`
    posting (occasion, line, debit, credit, figure) as (values ${sql.unsafe(LINES)}), occasion as (
      select moved.merchant_id, moved.id, moved.currency, moved.provider_account_id, moved.amount,
        moved.finished_at,
        case
          when moved.transaction_type = 'VOID' then 'VOID_' || parent.transaction_type
          when moved.status <> 'APPROVED' then 'FAILED_CAPTURE'
          else moved.transaction_type
        end as name,
        case when moved.transaction_type = 'VOID' then parent.fee_amount else moved.fee_amount end as fee,
        moved.amount + case
          when moved.final_capture and moved.status = 'APPROVED'
            then parent.amount - parent.captured_amount - parent.capturing_amount
          else 0
        end as hold
      from moved left join carried parent on parent.merchant_id = moved.merchant_id and parent.id = moved.parent_id
      where moved.status = 'APPROVED' or (moved.transaction_type = 'CAPTURE' and parent.was_closed)
    ), posted as (
      insert into ledger_entries (merchant_id, transaction_id, line, debit, credit, amount, currency,
        provider_account_id, posted_at)
      select occasion.merchant_id, occasion.id, posting.line, posting.debit, posting.credit, figures.amount,
        occasion.currency, occasion.provider_account_id, occasion.finished_at
      from occasion join posting on posting.occasion = occasion.name
      cross join lateral (
        select case posting.figure
          when 'amount' then occasion.amount when 'hold' then occasion.hold when 'fee' then occasion.fee
        end as amount
      ) figures
      where figures.amount > 0
    )`
}
