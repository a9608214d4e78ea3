import type { Sql } from '../connection/database.ts'

/** Money that a simulated provider moved, signed; named by a transaction, or by a dispute. */
export interface MovedMoney {
  readonly type: string
  readonly amount: bigint
  readonly currency: string
  readonly reference: string | null
  readonly providerReference: string | null
  readonly at: Date
}

const MOST = 100_000

/** Lists what an account moved on a day in UTC, as in `2026-01-31`, in the order of time; at most 100,000. */
export function listMovedMoney(
  sql: Sql,
  { merchantId, providerAccountId }: { readonly merchantId: string; readonly providerAccountId: string },
  day: string,
): Promise<MovedMoney[]> {
  const isOwn = sql`own.merchant_id = ${merchantId} and own.provider_account_id = ${providerAccountId}`
  return sql<MovedMoney[]>`
    with moved as (
      select case own.operation when 'VOID' then 'REFUND' else own.operation end as type,
        case when own.operation in ('REFUND', 'PAYOUT', 'VOID') then -own.amount else own.amount end as amount,
        own.currency, own.transaction_id as reference, null as "providerReference", own.updated_at as at, own.attempt_id as id
      from simulator.charges own
        left join transactions voided on voided.merchant_id = own.merchant_id and voided.id = own.transaction_id
        left join transactions parent on parent.merchant_id = own.merchant_id and parent.id = voided.parent_id
      where ${isOwn} and own.state = 'CHARGED' and (
        own.operation in ('PURCHASE', 'PAYMENT', 'CAPTURE', 'REFUND', 'PAYOUT')
        or own.operation = 'VOID' and parent.transaction_type = 'PURCHASE')
      union all
      select case movement ->> 'kind' when 'WITHDRAWN' then 'CHARGEBACK' else 'CHARGEBACK_REVERSAL' end,
        case movement ->> 'kind' when 'WITHDRAWN' then -1 else 1 end * (movement ->> 'amount')::bigint, own.currency, null,
        own.dispute_id, coalesce((movement ->> 'at')::timestamptz, own.created_at), own.dispute_id || place
      from simulator.disputes own cross join jsonb_array_elements(own.movements) with ordinality as moved (movement, place)
      where ${isOwn}
    )
    select type, amount, currency, reference, "providerReference", at from moved
    where at >= ${day}::timestamp at time zone 'UTC' and at < (${day}::timestamp + interval '1 day') at time zone 'UTC'
    order by at, id limit ${MOST}`
}
