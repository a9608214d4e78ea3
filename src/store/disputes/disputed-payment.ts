import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'
import { fromRow, TRANSACTION, type TransactionRow } from '../transactions/transaction-row.ts'

export interface DisputeRecord extends Pick<Transaction, 'id' | 'transactionType' | 'status' | 'amount'> {
  readonly normalizedAmount: bigint
  readonly disputeId: string | null
}

/** Locks a payment, so that its disputes and follow-ups are recorded one at a time. */
export async function lockPayment(sql: Sql, merchantId: string, id: string): Promise<Transaction | undefined> {
  const [row] = await sql<TransactionRow[]>`
    select ${TRANSACTION.select(sql)} from transactions
    where merchant_id = ${merchantId} and id = ${id} for no key update`
  return row && fromRow(row)
}

export function listDisputeRecords(sql: Sql, merchantId: string, paymentId: string): Promise<DisputeRecord[]> {
  return sql<DisputeRecord[]>`
    select id, transaction_type as "transactionType", status, amount, normalized_amount as "normalizedAmount",
      data ->> 'disputeId' as "disputeId"
    from transactions
    where merchant_id = ${merchantId} and parent_id = ${paymentId}
      and (transaction_type in ('CHARGEBACK', 'CHARGEBACK_REVERSAL')
        or (transaction_type = 'CAPTURE' and status = 'APPROVED'))`
}
