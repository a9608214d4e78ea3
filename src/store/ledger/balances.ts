import type { Sql } from '../connection/database.ts'
import { momentAgo } from '../merchants/test-clock.ts'
import { entriesSinceLastClose } from './ledger-days.ts'

/** Accounts of a merchant in one currency, in minor units. Sums may exceed int64. */
export interface Balance {
  readonly currency: string
  /** Owed to the merchant, of payments that are not settled yet. */
  readonly pending: bigint
  /** Owed to the merchant otherwise; negative where it owes us. */
  readonly available: bigint
  readonly authorized: bigint
}

/**
 * Lists balances by currency. Payments are pending until the settlement delay after their approval; refunds, payouts
 * and fees reduce the available balance immediately. A purchase and its void cancel out. Adds today's entries to closed
 * days, then moves those within the delay.
 */
export async function listBalances(
  sql: Sql,
  merchantId: string,
  settlementDelaySeconds: number,
): Promise<readonly Balance[]> {
  const delay = sql`make_interval(secs => ${settlementDelaySeconds})`
  // The index uses the second line; the third differs only after an advance of the test clock.
  const inDelay = sql`
    entry.merchant_id = ${merchantId}
    and entry.posted_at > now() - ${delay}
    and entry.posted_at > ${momentAgo(sql, merchantId, settlementDelaySeconds)}`
  const rows = await sql<{ currency: string; owed: string; held: string; pending: string }[]>`
    with part as (
      select currency, gross - fee as owed, held from ledger_days where merchant_id = ${merchantId}
      union all
      select currency, case 'merchant-payable' when credit then amount when debit then -amount end,
        case 'authorization-holds' when debit then amount when credit then -amount end
      from ledger_entries where merchant_id = ${merchantId} and posted_at >= ${entriesSinceLastClose(sql)}
    ), standing as (
      select currency, sum(owed) as owed, sum(held) as held from part group by currency
    ), at_once as (
      -- As the index transactions_available_at_once has it: a new type that is no sale belongs into both.
      select id from transactions
      where merchant_id = ${merchantId} and finished_at > now() - ${delay} and status = 'APPROVED'
        and (transaction_type in ('REFUND', 'REFUND_REVERSAL', 'PAYOUT', 'PAYOUT_REVERSAL', 'VOID') or void_state = 'DONE')
      union all
      -- As the index transactions_disputed_at_once has it.
      select id from transactions
      where merchant_id = ${merchantId} and finished_at > now() - ${delay} and status = 'APPROVED'
        and transaction_type in ('CHARGEBACK', 'CHARGEBACK_REVERSAL')
    ), unsettled as (
      select currency, debit, credit, amount from ledger_entries entry where ${inDelay}
      union all
      select currency, credit, debit, amount from at_once join ledger_entries entry on entry.transaction_id = at_once.id
      where ${inDelay}
    ), pending as (
      select currency, sum(case 'merchant-payable' when credit then amount when debit then -amount end) as owed
      from unsettled group by currency
    )
    select standing.currency, coalesce(standing.owed, 0)::text as owed, coalesce(standing.held, 0)::text as held,
      coalesce(pending.owed, 0)::text as pending
    from standing left join pending on pending.currency = standing.currency
    order by standing.currency`
  return rows.map(({ currency, owed, held, pending }) => ({
    currency,
    pending: BigInt(pending),
    available: BigInt(owed) - BigInt(pending),
    authorized: BigInt(held),
  }))
}
