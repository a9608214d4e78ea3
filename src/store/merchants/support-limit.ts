import type { Sql } from '../connection/database.ts'

/** Maximum of a capture, refund or void by a merchant's support, in minor units; 0 by default. */
export async function readSupportLimit(sql: Sql, merchantId: string): Promise<bigint> {
  const [row] = await sql<{ limit: bigint }[]>`
    select support_limit as limit from merchants where merchant_id = ${merchantId}`
  return row?.limit ?? 0n
}

export async function writeSupportLimit(sql: Sql, merchantId: string, limit: bigint): Promise<void> {
  await sql`
    update merchants set support_limit = ${String(limit)}::bigint, updated_at = now() where merchant_id = ${merchantId}`
}
