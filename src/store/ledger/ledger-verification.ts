import type { Sql } from '../connection/database.ts'
import type { ProofScope } from './proof-scope.ts'

/** Failed check; IDs only. */
export interface Discrepancy {
  readonly merchantId: string
  /** ID of a transaction or provider account, a currency, or a currency and its day. */
  readonly subject: string
}

export interface VerifiedCounts {
  readonly transactions: number
  readonly entries: number
  readonly charges: number
}

/** Of each check; the first ones are enough to review. A CTE `found` keeps the limit out of the plan for all rows. */
export const MOST_DISCREPANCIES = 100

export async function countVerified(sql: Sql, scope: ProofScope): Promise<VerifiedCounts> {
  const [row] = await sql<[VerifiedCounts]>`
    select (select count(*) from transactions own where status <> 'PENDING' and ${scope.isFinished})::int as transactions,
      (select count(*) from ledger_entries entry where ${scope.isPosted})::int as entries,
      (select count(*) from simulator.charges charge where ${scope.isCharged})::int as charges`
  return row
}

/**
 * Finds transactions whose entries differ from their type, amount and fee, or that are unapproved or missing.
 * `findBrokenHolds` checks ends of holds.
 */
export async function findBrokenJournals(sql: Sql, { isFinished, isPosted }: ProofScope): Promise<Discrepancy[]> {
  return sql<Discrepancy[]>`
    with due as (
      select own.merchant_id, own.id as transaction_id, own.currency,
        own.processing_result ->> 'paymentProviderAccountId' as provider_account_id, entry.debit, entry.credit, entry.amount
      from transactions own
      left join transactions parent on parent.merchant_id = own.merchant_id and parent.id = own.parent_id
      cross join lateral (
        select own.transaction_type in ('PURCHASE', 'PAYMENT', 'CAPTURE') as collects,
          own.transaction_type in ('REFUND_REVERSAL', 'PAYOUT_REVERSAL', 'CHARGEBACK_REVERSAL') as comes_back,
          own.transaction_type = 'VOID' and parent.transaction_type = 'PURCHASE' as takes_back
      ) as what
      cross join lateral (values
        ('authorization-holds', 'authorization-holds-contra', own.amount, own.transaction_type = 'AUTHORIZE'),
        ('provider-clearing', 'merchant-payable', own.amount, collects or comes_back),
        ('merchant-payable', 'provider-clearing', own.amount, takes_back or own.transaction_type in ('REFUND', 'PAYOUT', 'CHARGEBACK')),
        ('merchant-payable', 'fee-income', own.fee_amount, collects or own.transaction_type in ('PAYOUT', 'CHARGEBACK')),
        ('fee-income', 'merchant-payable', parent.fee_amount, takes_back)
      ) as entry (debit, credit, amount, applies)
      where own.status = 'APPROVED' and entry.applies and entry.amount > 0 and ${isFinished}
    ), posted as (
      select merchant_id, transaction_id, currency, provider_account_id, debit, credit, amount
      from ledger_entries entry where credit <> 'authorization-holds' and ${isPosted}
    )
    select distinct merchant_id as "merchantId", transaction_id as subject
    from ((table due except all table posted) union all (table posted except all table due)) as differing
    order by 1, 2 limit ${MOST_DISCREPANCIES}`
}

/** Authorizations whose hold in the ledger is not what can still be captured of them. */
export async function findBrokenHolds(sql: Sql, { family, isRecord, isEntry }: ProofScope): Promise<Discrepancy[]> {
  return sql<Discrepancy[]>`
    with ${family} posted as (
      select entry.merchant_id, coalesce(transactions.parent_id, entry.transaction_id) as id, entry.currency,
        sum(case 'authorization-holds' when entry.debit then entry.amount else -entry.amount end) as amount
      from ledger_entries entry left join transactions
        on transactions.merchant_id = entry.merchant_id and transactions.id = entry.transaction_id
      where 'authorization-holds' in (entry.debit, entry.credit) and ${isEntry}
      group by 1, 2, 3
    ), due as (
      select merchant_id, id, currency, case
          when void_state = 'DONE' then 0
          when capture_state = 'CLOSED' then capturing_amount
          else amount - captured_amount
        end as amount
      from transactions own where transaction_type = 'AUTHORIZE' and status = 'APPROVED' and ${isRecord}
    )
    select distinct merchant_id as "merchantId", id as subject
    from posted full join due using (merchant_id, id, currency)
    where coalesce(posted.amount, 0) <> coalesce(due.amount, 0)
    order by 1, 2 limit ${MOST_DISCREPANCIES}`
}

/** Originals whose captured, refunded and reserved amounts are not the sums of their follow-ups. */
export async function findBrokenFollowUpSums(sql: Sql, { family, isRecord }: ProofScope): Promise<Discrepancy[]> {
  return sql<Discrepancy[]>`
    with ${family} followed as (
      select merchant_id, parent_id as id,
        sum(amount) filter (where transaction_type = 'CAPTURE' and status = 'APPROVED') as captured,
        sum(amount) filter (where transaction_type = 'CAPTURE' and status = 'PENDING') as capturing,
        sum(case transaction_type when 'REFUND' then amount when 'REFUND_REVERSAL' then -amount end)
          filter (where status = 'APPROVED') as refunded,
        sum(amount) filter (where transaction_type = 'REFUND' and status = 'PENDING') as refunding,
        sum(amount) filter (where transaction_type = 'AUTHORIZATION_EXPIRY' and status = 'APPROVED') as expired,
        sum(case transaction_type when 'CHARGEBACK' then amount when 'CHARGEBACK_REVERSAL' then -amount end) as disputed,
        max(amount) filter (where transaction_type = 'VOID' and status = 'APPROVED') as voided
      from transactions own where parent_id is not null and ${isRecord}
      group by merchant_id, parent_id
    ), found as materialized (
    select own.merchant_id as "merchantId", own.id as subject
    from transactions own left join followed using (merchant_id, id)
    where own.parent_id is null and ${isRecord} and (
      own.captured_amount <> case
        when own.status <> 'APPROVED' or followed.voided = own.amount then 0
        when own.transaction_type in ('PURCHASE', 'PAYMENT') then own.amount
        else coalesce(followed.captured, 0)
      end
      or own.capturing_amount <> coalesce(followed.capturing, 0)
      or own.refunded_amount <> coalesce(followed.refunded, 0)
      or own.refunding_amount <> coalesce(followed.refunding, 0)
      or own.expired_amount <> coalesce(followed.expired, 0)
      or own.disputed_amount <> coalesce(followed.disputed, 0)
      or coalesce(own.void_state = 'DONE', false) <> coalesce(followed.voided = own.amount, false)
    )
    ) select "merchantId", subject from found order by 1, 2 limit ${MOST_DISCREPANCIES}`
}

/**
 * Finds accounts that differ from their transactions. Collected: captured less refunds, disputes, payouts not returned.
 * Earned: fees not voided. Owed: the difference.
 */
export async function findBrokenTotals(sql: Sql, { family, isRecord, isEntry }: ProofScope): Promise<Discrepancy[]> {
  return sql<Discrepancy[]>`
    with ${family} accounts as (
      select merchant_id, currency,
        sum(case 'provider-clearing' when debit then amount when credit then -amount else 0 end) as collected,
        sum(case 'fee-income' when credit then amount when debit then -amount else 0 end) as earned,
        sum(case 'merchant-payable' when credit then amount when debit then -amount else 0 end) as owed
      from ledger_entries entry where ${isEntry} group by merchant_id, currency
    ), sums as (
      select merchant_id, currency,
        sum(case when transaction_type = 'PAYOUT_REVERSAL' then amount when parent_id is not null then 0
          when transaction_type = 'PAYOUT' then -amount
          else captured_amount - refunded_amount - disputed_amount end) as collected,
        sum(case when void_state = 'DONE' then 0 else coalesce(fee_amount, 0) end) as earned
      from transactions own where status = 'APPROVED' and ${isRecord} group by merchant_id, currency
    )
    select merchant_id as "merchantId", currency as subject
    from accounts full join sums using (merchant_id, currency)
    where coalesce(accounts.collected, 0) <> coalesce(sums.collected, 0)
      or coalesce(accounts.earned, 0) <> coalesce(sums.earned, 0)
      or coalesce(accounts.owed, 0) <> coalesce(sums.collected, 0) - coalesce(sums.earned, 0)
    order by 1, 2 limit ${MOST_DISCREPANCIES}`
}
