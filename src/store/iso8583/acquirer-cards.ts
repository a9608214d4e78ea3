import type { Sql } from '../connection/database.ts'
import { NOTHING_FOUND } from './acquirer-reversals.ts'

/** An approval may arrive after the acquirer found nothing to reverse; reversing it needs the card. */
const LATE_ANSWER = '7 days'
/** Response codes of approvals (`src/providers/iso8583/response-codes.ts`): reversed unless the payment is approved. */
const APPROVALS = ['00', '08', '11', '85']

interface Seen {
  readonly attemptId: string
  readonly merchantId: string
  /** Final, and so is the approval. */
  readonly isAnswered: boolean
  readonly isApproved: boolean
}

/**
 * Checks due requests and deletes cards no longer needed: payments that cannot be captured, voided or refunded. Others
 * are due again, less often with age.
 * @returns how many it checked
 */
export async function purgeSpentCards(sql: Sql, limit: number): Promise<number> {
  const seen = await sql<Seen[]>`
    select attempt_id as "attemptId", merchant_id as "merchantId",
      coalesce(${isAnswered(sql)}, false) as "isAnswered", coalesce(answer ->> '39' = any(${APPROVALS}), false) as "isApproved"
    from acquirer_requests where octet_length(sealed_card) > 0 and card_look_at <= now()
    order by card_look_at limit ${limit}`
  const answered = seen.filter((request) => request.isAnswered)
  const areOver = await areOverAmong(sql, answered)
  const over = answered.filter((_request, index) => areOver[index]).map(({ attemptId }) => attemptId)
  await sql`
    update acquirer_requests set
      sealed_card = case when ${isTakenBack(sql)} or ${isAnswered(sql)} and attempt_id = any(${over}::text[]) then null
        else sealed_card end,
      card_look_at = now() + greatest(interval '1 minute', (now() - created_at) / 8)
    where attempt_id = any(${seen.map(({ attemptId }) => attemptId)}::text[])`
  return seen.length
}

/** Never sent, or its reversal is confirmed. */
function isTakenBack(sql: Sql) {
  return sql`(state = 'UNSENT' or state = 'REVERSED' and (
    reversal_code <> all(${NOTHING_FOUND}) or created_at < now() - ${LATE_ANSWER}::interval))`
}

function isAnswered(sql: Sql) {
  return sql`(state = 'ANSWERED' and answer ->> '39' <> '09')`
}

/** True if nothing is left that could follow an answer: declined, a capture or refund itself, or refunded whole. */
async function areOverAmong(sql: Sql, seen: readonly Seen[]): Promise<readonly boolean[]> {
  const over = await sql<{ attemptId: string }[]>`
    select attempt.attempt_id as "attemptId"
    from jsonb_to_recordset(${sql.json(seen)}) as seen ("attemptId" text, "merchantId" text, "isApproved" boolean)
      join attempts attempt on attempt.merchant_id = seen."merchantId" and attempt.attempt_id = seen."attemptId"
      join transactions own on own.merchant_id = attempt.merchant_id and own.id = attempt.transaction_id
    where attempt.state in ('ANSWERED', 'REVERSED') and own.status not in ('CREATED', 'PENDING')
      and (attempt.processing_code <> '0000' and not seen."isApproved"
        or own.status = 'APPROVED' and own.transaction_type in ('CAPTURE', 'REFUND')
        or own.captured_amount = own.amount and own.refunded_amount = own.amount)`
  const ids = new Set(over.map(({ attemptId }) => attemptId))
  return seen.map(({ attemptId }) => ids.has(attemptId))
}
