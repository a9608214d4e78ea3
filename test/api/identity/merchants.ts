import { newId, randomText } from '#domain/ids.ts'
import type { Sql } from '#store/connection/database.ts'

/** A merchant as identity needs it. */
export async function createMerchant(sql: Sql, externalClientIds: string[] = []): Promise<string> {
  const merchantId = newId('mer')
  await sql`
    insert into merchants (merchant_id, name, client_key, external_client_ids)
    values (${merchantId}, 'Example', ${randomText(20)}, ${externalClientIds})`
  return merchantId
}
