import type { Sql } from '../connection/database.ts'
import { furtherEvents, transactionEvents } from '../events/further-events.ts'
import { journal } from '../ledger/journal.ts'
import { type Receipt, receiptMails } from '../mails/write-mails.ts'
import { followUpSums } from './follow-up-sums.ts'

/**
 * CTEs that read `moved`, the transactions that reached their end. An INVALID end releases the reference
 * (docs/reference/requests.md#refusals). A card that was to be stored is kept with an approval, else erased.
 */
export function consequences(sql: Sql, isPast: boolean, receipts: readonly Receipt[]) {
  return sql`
    answered as (
      update attempts set
        state = case when moved.reversal_requested or attempts.state = 'REVERSING' then 'REVERSING' else 'ANSWERED' end,
        reverse_at = case when moved.reversal_requested then now() else attempts.reverse_at end,
        processing_code = moved.attempt_code, response_message = moved.attempt_message, updated_at = moved.at
      from moved
      where attempts.merchant_id = moved.merchant_id and attempts.transaction_id = moved.id
        and attempts.attempt_id = moved.attempt_id
    ), forgotten as (
      delete from authentication_secrets secrets using moved
      where secrets.merchant_id = moved.merchant_id and secrets.transaction_id = moved.id
    ), released as (
      delete from order_references held using moved
      where moved.status = 'INVALID' and held.merchant_id = moved.merchant_id and held.terminal_id = moved.terminal_id
        and held.reference = moved.reference and held.holder_id = moved.id
    ), kept as (
      update payment_methods stored set state = 'ACTIVE', updated_at = moved.at from moved
      where moved.status = 'APPROVED' and stored.merchant_id = moved.merchant_id and stored.token = moved.stored_token
    ), erased as (
      delete from payment_methods stored using moved
      where moved.status <> 'APPROVED' and stored.merchant_id = moved.merchant_id and stored.token = moved.stored_token
    ), ${followUpSums(sql)}, ${journal(sql)}, ${transactionEvents(sql, isPast)}, ${furtherEvents(sql, isPast)}${receiptMails(sql, receipts)}`
}
