import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'
import { momentAgo } from '../test-clock/test-clock.ts'

/**
 * Counts declined asks of a card by agreement, for the same amount and currency, in the last seconds by the merchant's
 * clock. Those that the gateway itself declined are not counted.
 */
export async function countDeclinedAsks(
  sql: Sql,
  { merchantId, instrumentHash, amount, currency }: Transaction,
  seconds: number,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from transactions
    join attempts on attempts.merchant_id = transactions.merchant_id and attempts.transaction_id = transactions.id
    where transactions.merchant_id = ${merchantId} and transactions.instrument_hash = ${instrumentHash}
      and transactions.currency = ${currency} and transactions.amount = ${amount}
      and transactions.agreement_id is not null and transactions.initiated_by = 'MERCHANT'
      and attempts.processing_code in ('1000', '1001', '1004', '4100', '4101')
      and attempts.updated_at > ${momentAgo(sql, merchantId, seconds)}`
  return row.count
}
