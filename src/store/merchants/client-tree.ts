import type { Sql } from '../connection/database.ts'
import { type ApiClient, columns } from './api-clients.ts'

/**
 * Locks the outermost narrow client above, or the client, until the SQL transaction ends. Clients beneath are created
 * and disabled under it.
 * @returns its ID; undefined for a client without limits
 */
export async function lockTree(sql: Sql, merchantId: string, id: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    with recursive line as (
      select client_id, created_by, 0 as height from clients
      where client_id = ${id} and merchant_id = ${merchantId} and permissions is not null
      union all
      select above.client_id, above.created_by, height + 1
      from clients above join line on above.client_id = line.created_by
      where above.merchant_id = ${merchantId} and above.permissions is not null and height < 100
    )
    select client_id as id from clients
    where client_id = (select client_id from line order by height desc limit 1) for update`
  return row?.id
}

export function listMadeClients(sql: Sql, merchantId: string, id: string): Promise<ApiClient[]> {
  return sql<ApiClient[]>`
    with recursive made as (
      select client_id as made_id from clients where created_by = ${id} and merchant_id = ${merchantId}
      union
      select client_id from clients join made on created_by = made_id where merchant_id = ${merchantId}
    )
    select ${columns(sql)} from clients where client_id in (select made_id from made) order by client_id`
}
