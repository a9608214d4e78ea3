import type { Sql } from '../connection/database.ts'

/** Of one customer in one currency. */
export interface Spending {
  readonly customerId: string
  readonly currency: string
  /** Captured and neither refunded nor disputed, in minor units. */
  readonly amount: bigint
  readonly lastPaidAt: Date
}

/** More payments of a customer are not added up. */
const ADDED_PAYMENTS = 20

/** Sums of the newest payments of customers, the currency of the newest first. */
export function listSpending(sql: Sql, merchantId: string, customerIds: readonly string[]): Promise<Spending[]> {
  return sql<Spending[]>`
    select customer.id as "customerId", paid.currency, max(paid.created_at) as "lastPaidAt",
      sum(greatest(paid.captured_amount - paid.refunded_amount - paid.disputed_amount, 0))::bigint as amount
    from unnest(${customerIds}::text[]) as customer (id)
    cross join lateral (
      select id from payment_search
      where merchant_id = ${merchantId} and customer_id = customer.id
        and transaction_type in ('AUTHORIZE', 'PURCHASE', 'PAYMENT')
      order by created_at desc, id desc limit ${ADDED_PAYMENTS}
    ) as newest
    join transactions as paid on paid.merchant_id = ${merchantId} and paid.id = newest.id and paid.captured_amount > 0
    group by customer.id, paid.currency
    order by "lastPaidAt" desc`
}
