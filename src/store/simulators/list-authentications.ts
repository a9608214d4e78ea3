import type { Sql } from '../connection/database.ts'

/** Requests for authentication of a transaction that the simulated issuer got, oldest first, in EMV's field names. */
export async function listSimulatorAuthentications(
  sql: Sql,
  merchantId: string,
  transactionId: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const rows = await sql<{ request: Readonly<Record<string, unknown>> }[]>`
    select request from simulator.authentications
    where merchant_id = ${merchantId} and transaction_id = ${transactionId} and request is not null
    order by created_at, three_ds_server_trans_id`
  return rows.map(({ request }) => request)
}
