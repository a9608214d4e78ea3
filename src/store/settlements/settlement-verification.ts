import type { Sql } from '../connection/database.ts'
import { type Discrepancy, MOST_DISCREPANCIES } from '../ledger/ledger-verification.ts'
import type { ProofScope } from '../ledger/proof-scope.ts'
import { isUnsettled } from './settled-records.ts'
import { sumsOfBatches } from './settlements.ts'

/** Finds files whose batches differ from their rows, or whose entries from their posted batches. */
export async function findBrokenBank(sql: Sql, { isSettled }: ProofScope): Promise<Discrepancy[]> {
  return sql<Discrepancy[]>`
    with sums as (
      ${sumsOfBatches(sql)} where outcome <> 'REJECTED' and ${isSettled} group by settlement_id, batch, currency
    ), own as (
      select settlement_id, batch, currency, gross, fees, paid_out, balanced, accepted_at
      from settlement_batches where ${isSettled}
    ), due as (
      select settlement_id, batch, sums.currency, own.settlement_id is not null
          and (sums.gross, sums.fees) = (own.gross, own.fees) and sums.paid_out is not distinct from own.paid_out
          and own.balanced = (sums.gross - sums.fees = coalesce(sums.paid_out, 0) and not sums.names_again) as is_right,
        case when is_posted then coalesce(sums.paid_out, 0) else 0 end as bank,
        case when is_posted then sums.fees else 0 end as fees
      from sums full join own using (settlement_id, batch, currency)
      left join settlements using (settlement_id)
      cross join lateral (
        select settlements.reverted_at is null and (own.balanced or own.accepted_at is not null) as is_posted
      ) as what
    ), posted as (
      select settlement_id, batch, currency,
        sum(case 'bank' when debit then amount when credit then -amount else 0 end) as bank,
        sum(case 'provider-fees' when debit then amount when credit then -amount else 0 end) as fees,
        sum(case 'provider-clearing' when credit then amount when debit then -amount else 0 end) as clearing
      from bank_entries where ${isSettled} group by settlement_id, batch, currency
    )
    select distinct coalesce(account.merchant_id, '') as "merchantId", settlement_id as subject
    from due full join posted using (settlement_id, batch, currency)
    left join settlements using (settlement_id) left join provider_accounts account using (provider_account_id)
    where is_right is not true or coalesce(posted.bank, 0) <> due.bank or coalesce(posted.fees, 0) <> due.fees
      or coalesce(posted.clearing, 0) <> due.bank + due.fees
    order by 1, 2 limit ${MOST_DISCREPANCIES}`
}

/**
 * Lists what files and clearing disagree about for over a week: records in no file since the first one of their account;
 * files with rows that do not agree, or with a batch that waits.
 */
export async function findOldDifferences(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy[]>`
    with present as (
      select settlement_id, provider_account_id, account.merchant_id, settlements.created_at, agreed < rows as has_others
      from settlements join provider_accounts account using (provider_account_id) where reverted_at is null
    ), first as (
      select provider_account_id, min(settled_at) as at
      from settlement_rows join present using (settlement_id) group by provider_account_id
    )
    (select merchant_id as "merchantId", settlement_id as subject from present
    where created_at < now() - interval '7 days' and (has_others or exists (
      select from settlement_batches waiting
      where waiting.settlement_id = present.settlement_id and not balanced and accepted_at is null
    ))
    order by 1, 2 limit ${MOST_DISCREPANCIES})
    union all
    (select own.merchant_id, own.id from first
    join transactions own on own.processing_result ->> 'paymentProviderAccountId' = first.provider_account_id
    where own.finished_at < now() - interval '7 days' and own.finished_at >= first.at and ${isUnsettled(sql)}
    order by 1, 2 limit ${MOST_DISCREPANCIES})`
}
