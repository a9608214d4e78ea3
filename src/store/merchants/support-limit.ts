import type { Sql } from '../connection/database.ts'

/** The most that a merchant's support may capture, refund or void at a time, in minor units; 0 until somebody says more. */
export async function readSupportLimit(sql: Sql, merchantId: string): Promise<bigint> {
  const [row] = await sql<{ limit: bigint }[]>`
    select support_limit as limit from merchants where merchant_id = ${merchantId}`
  return row?.limit ?? 0n
}

export async function writeSupportLimit(sql: Sql, merchantId: string, limit: bigint): Promise<void> {
  await sql`
    update merchants set support_limit = ${String(limit)}::bigint, updated_at = now() where merchant_id = ${merchantId}`
}
