import type { Sql } from '../connection/database.ts'
import { advancedSince } from '../test-clock/test-clock.ts'
import { openedSince } from './ledger-days.ts'

/** What stands in a merchant's accounts in one currency, in minor units. Sums may be beyond int64. */
export interface Balance {
  readonly currency: string
  /** Owed to the merchant, of payments that are not settled yet. */
  readonly pending: bigint
  /** Owed to the merchant otherwise; negative where it owes us. */
  readonly available: bigint
  /** Held on shoppers' cards and not captured. */
  readonly authorized: bigint
}

/**
 * A merchant's balances by currency. Payments are pending until the settlement delay after their approval is over;
 * refunds, payouts and fees take from what is available at once. A purchase and its void cancel out. Only the entries
 * of today are added up, to the days that are closed.
 */
export async function listBalances(
  sql: Sql,
  merchantId: string,
  settlementDelaySeconds: number,
): Promise<readonly Balance[]> {
  const rows = await sql<{ currency: string; owed: string; held: string; pending: string }[]>`
    with part as (
      select currency, gross - fee as owed, held from ledger_days where merchant_id = ${merchantId}
      union all
      select currency, case 'merchant-payable' when credit then amount when debit then -amount end,
        case 'authorization-holds' when debit then amount when credit then -amount end
      from ledger_entries where merchant_id = ${merchantId} and posted_at >= ${openedSince(sql)}
    ), standing as (
      select currency, sum(owed) as owed, sum(held) as held from part group by currency
    ), unsettled as (
      select entry.currency,
        sum(case 'merchant-payable' when entry.credit then entry.amount when entry.debit then -entry.amount end) as owed
      from ledger_entries entry join transactions on transactions.merchant_id = entry.merchant_id
        and transactions.id = entry.transaction_id
      where entry.merchant_id = ${merchantId}
        and entry.posted_at > now() - make_interval(secs => ${settlementDelaySeconds})
        -- The index leads to the line before; this one depends on each entry.
        and entry.posted_at > now() - make_interval(secs => ${settlementDelaySeconds})
          + ${advancedSince(sql, merchantId, 'entry.posted_at')}
        and transactions.transaction_type in ('PURCHASE', 'PAYMENT', 'CAPTURE')
        and transactions.void_state is distinct from 'DONE'
      group by entry.currency
    )
    select standing.currency, coalesce(standing.owed, 0)::text as owed, coalesce(standing.held, 0)::text as held,
      coalesce(unsettled.owed, 0)::text as pending
    from standing left join unsettled on unsettled.currency = standing.currency
    order by standing.currency`
  return rows.map(({ currency, owed, held, pending }) => ({
    currency,
    pending: BigInt(pending),
    available: BigInt(owed) - BigInt(pending),
    authorized: BigInt(held),
  }))
}
