import type { Sql } from '../connection/database.ts'

/**
 * Makes a merchant the only one that these clients of a foreign identity provider speak for, and gives up its others.
 * The primary key decides between two merchants that ask at the same time. To be rolled back where any is taken.
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
