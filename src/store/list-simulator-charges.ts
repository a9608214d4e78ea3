import type { Sql } from './database.ts'

/** A charge as `GET /api/simulators/charges` shows it. */
export interface SimulatorCharge {
  readonly providerAccountId: string
  readonly transactionId: string
  readonly operation: string
  readonly amount: bigint
  readonly currency: string
  readonly state: string
  readonly createdAt: Date
}

/** One merchant's charges in the simulators' books, newest first, at most 1000; a filter left out matches all. */
export async function listSimulatorCharges(
  sql: Sql,
  merchantId: string,
  filter: { readonly transactionId: string | undefined; readonly reference: string | undefined },
): Promise<SimulatorCharge[]> {
  const { transactionId, reference } = filter
  return await sql<SimulatorCharge[]>`
    select provider_account_id as "providerAccountId", transaction_id as "transactionId", operation, amount, currency,
      state, created_at as "createdAt"
    from simulator.charges
    where merchant_id = ${merchantId}
      ${transactionId === undefined ? sql`` : sql`and transaction_id = ${transactionId}`}
      ${reference === undefined ? sql`` : sql`and reference = ${reference}`}
    order by created_at desc, attempt_id
    limit 1000`
}
