import type { Sql } from '../connection/database.ts'

/**
 * Moves these external clients to this merchant, and releases its others. The primary key decides races. Roll back if
 * any is taken.
 * @returns those that another merchant has
 */
export async function claimExternalClients(
  sql: Sql,
  merchantId: string,
  clientIds: readonly string[],
): Promise<readonly string[]> {
  const wanted = [...new Set(clientIds)].sort()
  await sql`delete from external_clients where merchant_id = ${merchantId} and client_id <> all(${wanted})`
  await sql`
    insert into external_clients (client_id, merchant_id)
    select client_id, ${merchantId} from unnest(${wanted}::text[]) as client_id
    on conflict (client_id) do nothing`
  const taken = await sql<{ client_id: string }[]>`
    select client_id from external_clients where client_id = any(${wanted}) and merchant_id <> ${merchantId}`
  return taken.map((row) => row.client_id)
}
