import type { Sql } from './database.ts'

/** Whether a merchant knows this customer. */
export async function customerExists(sql: Sql, merchantId: string, customerId: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from customers where merchant_id = ${merchantId} and customer_id = ${customerId}`
  return row !== undefined
}
