import type { Sql } from '../connection/database.ts'
import { NOTHING_FOUND } from './acquirer-reversals.ts'

/** An approval may still come after the acquirer had found nothing to reverse; then the card is needed once more. */
const LATE_ANSWER = '7 days'
/**
 * Response codes of an approval (`src/providers/iso8583/response-codes.ts`): of a payment that ended otherwise, it will
 * be taken back.
 */
const APPROVALS = ['00', '08', '11', '85']

/**
 * Looks at requests whose turn it is and forgets the card of those that need it no more. The others come again,
 * seldomer with age: a card is needed as long as its payment can be captured, voided or refunded.
 * @returns how many it looked at
 */
export async function forgetSpentCards(sql: Sql, limit: number): Promise<number> {
  const seen = await sql`
    update acquirer_requests request set
      sealed_card = case when ${isTakenBack(sql)} or ${isOver(sql)} then null else sealed_card end,
      card_look_at = now() + greatest(interval '1 minute', (now() - created_at) / 8)
    where attempt_id in (
      select attempt_id from acquirer_requests where octet_length(sealed_card) > 0 and card_look_at <= now()
      order by card_look_at limit ${limit} for update skip locked
    )`
  return seen.count
}

/** It never left us, or its reversal is confirmed. */
function isTakenBack(sql: Sql) {
  return sql`(state = 'UNSENT' or state = 'REVERSED' and (
    reversal_code <> all(${NOTHING_FOUND}) or created_at < now() - ${LATE_ANSWER}::interval))`
}

/** Answered for good, with nothing left that could follow: declined, a capture or refund itself, or refunded whole. */
function isOver(sql: Sql) {
  return sql`(state = 'ANSWERED' and answer ->> '39' <> '09' and exists (
    select from attempts attempt join transactions own
      on own.merchant_id = attempt.merchant_id and own.id = attempt.transaction_id
    where attempt.merchant_id = request.merchant_id and attempt.attempt_id = request.attempt_id
      and attempt.state in ('ANSWERED', 'REVERSED') and own.status not in ('CREATED', 'PENDING')
      and (attempt.processing_code <> '0000' and answer ->> '39' <> all(${APPROVALS})
        or own.status = 'APPROVED' and own.transaction_type in ('CAPTURE', 'REFUND')
        or own.captured_amount = own.amount and own.refunded_amount = own.amount)
  ))`
}
