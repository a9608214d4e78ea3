import { atMerchant } from '#store/cluster/by-shard.ts'
import type { Database } from '#store/connection/database.ts'
import type { TestMerchant } from '#test/test-merchant.ts'

// Work that is due of a payment, and whether it was done.

/** After how many tries the event of a transaction was delivered; undefined while it was not. */
export async function deliveredAfter(
  sql: Database,
  { merchantId }: TestMerchant,
  id: string,
): Promise<number | undefined> {
  const [delivery] = await sql<{ attempts: number }[]>`
    select deliveries.attempts from events
      join deliveries on deliveries.merchant_id = events.merchant_id and deliveries.event_id = events.event_id
    where events.merchant_id = ${merchantId} and events.transaction_id = ${id} and deliveries.status = 'DELIVERED'`
  return delivery?.attempts
}

/** As if nobody wanted the charge any more. */
export async function reverse(sql: Database, { merchantId }: TestMerchant, id: string): Promise<void> {
  await atMerchant(
    sql,
    merchantId,
    (at) => at`
      update attempts set state = 'REVERSING', reverse_at = now()
      where merchant_id = ${merchantId} and transaction_id = ${id}`,
  )
}

export async function stateOf(sql: Database, { merchantId }: TestMerchant, id: string): Promise<string> {
  const [attempt] = await sql<[{ state: string }]>`
    select state from attempts where merchant_id = ${merchantId} and transaction_id = ${id}`
  return attempt.state
}

/** Its shopper never came back. */
export async function letExpire(sql: Database, { merchantId }: TestMerchant, id: string): Promise<void> {
  await atMerchant(
    sql,
    merchantId,
    (at) => at`
      update transactions set due_at = now(), expires_at = now() where merchant_id = ${merchantId} and id = ${id}`,
  )
}
