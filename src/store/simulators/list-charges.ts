import type { SimulatorCharge } from '#domain/simulator-charge.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { where } from '../shape/where.ts'

const CHARGE = record<SimulatorCharge>()(
  `providerAccountId, transactionId, operation, amount, currency, state, initiatedBy, purpose, networkTransactionId,
  hasSecurityCode, createdAt`,
)

const MOST = 1000

/**
 * Lists a merchant's simulated charges and returned transfers, newest first, at most 1000. IDs are in time order, so
 * the latest are found without a scan (docs/decisions/0058-time-ordered-ids.md).
 */
export async function listSimulatorCharges(
  sql: Sql,
  merchantId: string,
  filter: { readonly transactionId: string | undefined; readonly reference: string | undefined },
): Promise<SimulatorCharge[]> {
  const { transactionId, reference } = filter
  return await sql<SimulatorCharge[]>`
    with charge as (
      select attempt_id, ${sql.unsafe(CHARGE.columns)} from simulator.charges
      where ${where(sql, { merchantId, transactionId, reference })}
      order by transaction_id desc limit ${MOST}
    ), line as (
      select attempt_id, 0 as place, ${sql.unsafe(CHARGE.columns)} from charge
      union all
      select attempt_id, back.transfer_id, provider_account_id, transaction_id, 'RETURN', back.amount, currency,
        'RETURNED', null, null, null, null, back.created_at
      from charge join simulator.transfers back using (attempt_id)
      where direction = 'OUT'
    )
    select ${CHARGE.select(sql)} from line
    order by created_at desc, attempt_id, place desc
    limit ${MOST}`
}
