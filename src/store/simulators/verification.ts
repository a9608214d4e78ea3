import type { Sql } from '../connection/database.ts'
import { type Discrepancy, MOST_DISCREPANCIES } from '../ledger/ledger-verification.ts'
import type { ProofScope } from '../ledger/proof-scope.ts'

// Compares the simulators' ledgers with the gateway's tables, for providers that keep such a ledger.

/**
 * Finds approved transactions without a charge of this amount, currency and account. Later reversals have their own
 * record.
 */
export async function findUnchargedApprovals(sql: Sql, scope: ProofScope): Promise<Discrepancy[]> {
  return sql<Discrepancy[]>`
    with approved as (${approvingAttempts(sql, scope)}), found as materialized (
    select approved.merchant_id as "merchantId", approved.id as subject
    from approved left join simulator.charges charge
      on charge.attempt_id = approved.attempt_id and charge.merchant_id = approved.merchant_id
    where approved.provider like '%-simulator' and (charge.state, charge.operation, charge.amount, charge.currency,
        charge.provider_account_id)
      is distinct from ('CHARGED', ${sql.unsafe(OPERATION)}, approved.amount, approved.currency,
        approved.provider_account_id)
      and approved.expired_by is distinct from 'PROVIDER'
      and not exists (
        select from transactions reversal
        where reversal.merchant_id = approved.merchant_id and reversal.parent_id = coalesce(approved.parent_id, approved.id)
          and reversal.data ->> 'reversalOf' = approved.id
      )
    ) select "merchantId", subject from found order by 1, 2 limit ${MOST_DISCREPANCIES}`
}

/** Operation sent to a provider; an expiry is a void. */
const OPERATION = `case approved.transaction_type when 'AUTHORIZATION_EXPIRY' then 'VOID' else approved.transaction_type end`

/**
 * Finds charges without an approval or a pending reversal. Skips pending transactions, whose outcome is not known yet.
 */
export async function findUnapprovedCharges(sql: Sql, scope: ProofScope): Promise<Discrepancy[]> {
  return sql<Discrepancy[]>`
    with approved as (${approvingAttempts(sql, scope)}), found as materialized (
    select charge.merchant_id as "merchantId", charge.transaction_id as subject
    from simulator.charges charge
    left join approved on approved.attempt_id = charge.attempt_id and approved.merchant_id = charge.merchant_id
    left join attempts attempt
      on attempt.attempt_id = charge.attempt_id and attempt.merchant_id = charge.merchant_id
    left join transactions on transactions.merchant_id = attempt.merchant_id and transactions.id = attempt.transaction_id
    where ${scope.isCharged} and charge.state = 'CHARGED' and approved.attempt_id is null and attempt.state is distinct from 'REVERSING'
      and transactions.status is distinct from 'PENDING'
    ) select "merchantId", subject from found order by 1, 2 limit ${MOST_DISCREPANCIES}`
}

/** Finds accounts whose clearing differs from their simulator's charges. */
export async function findBrokenClearing(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy[]>`
    with ledger as (
      select merchant_id, provider_account_id, currency,
        sum(case 'provider-clearing' when debit then amount else -amount end) as amount
      from ledger_entries where 'provider-clearing' in (debit, credit)
      group by 1, 2, 3
    ), simulated as (
      select charge.merchant_id, charge.provider_account_id, charge.currency, sum(case
          when charge.operation in ('PURCHASE', 'PAYMENT', 'CAPTURE') then charge.amount
          when charge.operation in ('REFUND', 'PAYOUT') then -charge.amount
          when charge.operation = 'VOID' and parent.transaction_type = 'PURCHASE' then -charge.amount
          else 0
        end) as amount
      from simulator.charges charge
      join transactions own on own.merchant_id = charge.merchant_id and own.id = charge.transaction_id
      left join transactions parent on parent.merchant_id = own.merchant_id and parent.id = own.parent_id
      left join attempts attempt
        on attempt.merchant_id = charge.merchant_id and attempt.attempt_id = charge.attempt_id
      where charge.state = 'CHARGED' and own.status <> 'PENDING' and attempt.state is distinct from 'REVERSING'
      group by 1, 2, 3
    ), disputed as (
      select dispute.merchant_id, dispute.provider_account_id, dispute.currency,
        sum(case movement ->> 'kind' when 'WITHDRAWN' then -1 else 1 end * (movement ->> 'amount')::bigint) as amount
      from simulator.disputes dispute
        cross join jsonb_array_elements(dispute.movements) with ordinality as moved (movement, place)
      -- A charge that was reversed before its payment was approved has nothing that could be taken.
      where not exists (
        select from simulator.charges reversed
        where reversed.attempt_id = dispute.attempt_id and reversed.state = 'REVERSED'
      )
      -- While a notice is pending, or our review of it is due, only what we have recorded counts.
      and (dispute.notice_at is null and not exists (
        select from disputes own
        where own.merchant_id = dispute.merchant_id and own.provider_account_id = dispute.provider_account_id
          and own.provider_reference = dispute.dispute_id and own.review_at is not null
      ) or place <= (
        select count(*) from disputes own join transactions record
          on record.merchant_id = own.merchant_id and record.parent_id = own.transaction_id
            and record.data ->> 'disputeId' = own.dispute_id
        where own.merchant_id = dispute.merchant_id and own.provider_account_id = dispute.provider_account_id
          and own.provider_reference = dispute.dispute_id
      ))
      group by 1, 2, 3
    )
    select merchant_id as "merchantId", provider_account_id as subject
    from ledger full join simulated using (merchant_id, provider_account_id, currency)
    left join disputed using (merchant_id, provider_account_id, currency)
    join provider_accounts account using (merchant_id, provider_account_id)
    where account.provider like '%-simulator'
      and coalesce(ledger.amount, 0) <> coalesce(simulated.amount, 0) + coalesce(disputed.amount, 0)
    order by 1, 2 limit ${MOST_DISCREPANCIES}`
}

/** The attempt that approved each approved transaction: its last one. */
function approvingAttempts(sql: Sql, { isFinished }: ProofScope) {
  return sql`
    select distinct on (own.merchant_id, own.id) own.merchant_id, own.id, own.parent_id, own.transaction_type, own.amount,
      own.currency, own.processing_result ->> 'paymentProviderAccountId' as provider_account_id, attempt.provider,
      attempt.attempt_id, own.data ->> 'expiredBy' as expired_by
    from transactions own join attempts attempt
      on attempt.merchant_id = own.merchant_id and attempt.transaction_id = own.id
    where own.status = 'APPROVED' and ${isFinished}
    order by own.merchant_id, own.id, attempt.number desc`
}
