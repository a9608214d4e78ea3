import type { TransactionType } from '#domain/transaction-type.ts'
import type { Sql } from '../connection/database.ts'

/** A line as `GET /api/simulators/charges` shows it. */
export interface SimulatorCharge {
  readonly providerAccountId: string
  readonly transactionId: string
  /** A transaction's type; RETURN for money that went back to its payer, REVERSAL for a bar without a charge. */
  readonly operation: TransactionType | 'RETURN' | 'REVERSAL'
  readonly amount: bigint
  readonly currency: string
  readonly state: string
  /** Of a charge with an agreement. */
  readonly initiatedBy: 'CUSTOMER' | 'MERCHANT' | null
  readonly purpose: string | null
  readonly networkTransactionId: string | null
  readonly hasSecurityCode: boolean | null
  readonly createdAt: Date
}

const MOST = 1000

/**
 * One merchant's charges in the simulators' ledgers, and what bank transfers gave back, newest first, at most 1000; a
 * filter left out matches all. Ids of transactions stand in the order of time, so those of the latest are found without
 * looking at all (docs/decisions/0058-time-ordered-ids.md).
 */
export async function listSimulatorCharges(
  sql: Sql,
  merchantId: string,
  filter: { readonly transactionId: string | undefined; readonly reference: string | undefined },
): Promise<SimulatorCharge[]> {
  const { transactionId, reference } = filter
  return await sql<SimulatorCharge[]>`
    with charge as (
      select attempt_id, provider_account_id, transaction_id, operation, amount, currency, state, created_at,
        initiated_by, purpose, network_transaction_id, has_security_code
      from simulator.charges
      where merchant_id = ${merchantId}
        ${transactionId === undefined ? sql`` : sql`and transaction_id = ${transactionId}`}
        ${reference === undefined ? sql`` : sql`and reference = ${reference}`}
      order by transaction_id desc limit ${MOST}
    ), line as (
      select attempt_id, 0 as place, provider_account_id, transaction_id, operation, amount, currency, state, created_at,
        initiated_by, purpose, network_transaction_id, has_security_code
      from charge
      union all
      select attempt_id, back.transfer_id, provider_account_id, transaction_id, 'RETURN', back.amount, currency,
        'RETURNED', back.created_at, null, null, null, null
      from charge join simulator.transfers back using (attempt_id)
      where direction = 'OUT'
    )
    select provider_account_id as "providerAccountId", transaction_id as "transactionId", operation, amount, currency,
      state, created_at as "createdAt", initiated_by as "initiatedBy", purpose,
      network_transaction_id as "networkTransactionId", has_security_code as "hasSecurityCode"
    from line
    order by created_at desc, attempt_id, place desc
    limit ${MOST}`
}
