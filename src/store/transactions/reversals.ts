import type { Transaction } from '#domain/transaction.ts'
import { keptTrace } from '#trace/index.ts'
import type { Sql } from '../connection/database.ts'
import { transactionEvents } from '../events/further-events.ts'
import { journal } from '../ledger/journal.ts'
import { columnsOf } from '../shape/columns.ts'
import { isOne } from '../shape/results.ts'
import { followUpSums } from './follow-up-sums.ts'
import { NEW_TRANSACTION_COLUMNS, toRowJson } from './transaction-row.ts'

const REPORT_COLUMNS = `${NEW_TRANSACTION_COLUMNS}, fee_amount`

/**
 * Records a provider's reversal once, final, with journal, parent, event and deliveries in one commit.
 * @param fee of the gateway for the merchant, in minor units
 * @returns false if it was recorded before
 */
export function insertReversal(
  sql: Sql,
  reversal: Transaction,
  event: { readonly id: string; readonly text: string },
  fee = 0n,
): Promise<boolean> {
  return isOne(sql`
    with moved as (
      insert into transactions (${sql.unsafe(REPORT_COLUMNS)})
      select ${sql.unsafe(columnsOf('filled', REPORT_COLUMNS))} from json_populate_record(
        jsonb_populate_record(null::transactions, jsonb_build_object('finished_at', now(), 'fee_amount', ${fee}::bigint)),
        ${toRowJson(reversal, { browserInfo: null, notificationUrl: null })}::json
      ) as filled
      on conflict (merchant_id, id) do nothing
      returning merchant_id, id, terminal_id, parent_id, transaction_type, amount, currency,
        processing_result ->> 'paymentProviderAccountId' as provider_account_id, fee_amount,
        final_capture, status, finished_at, updated_at as at, ${event.id}::text as event_id, ${event.text}::text as event, ${keptTrace()}::text as traceparent
    ), ${followUpSums(sql)}, ${journal(sql)}, ${transactionEvents(sql)}
    select 1 from moved`)
}
