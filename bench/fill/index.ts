import type { Database } from '#store/connection/database.ts'

/** Whose past is made up. */
export interface Filled {
  readonly merchantId: string
  readonly terminalId: string
  readonly transactions: number
}

const CHUNK = 50_000

/**
 * Makes up a year of card payments of one merchant, with attempts, charges, ledger entries and events, so that the ledger
 * can be proved: seven of eight approved, one of 16 currencies JPY, a customer for each hundred payments.
 * @param sql the superuser's
 */
export async function fill(sql: Database, filled: Filled, tell: (done: number) => void): Promise<void> {
  const [account] = await sql<{ id: string }[]>`
    select provider_account_id as id from provider_accounts
    where merchant_id = ${filled.merchantId} and provider = 'card-simulator' order by created_at limit 1`
  for (let from = 0; from < filled.transactions; from += CHUNK) {
    const to = Math.min(from + CHUNK, filled.transactions)
    await fillChunk(sql, filled, account!.id, from, to)
    tell(to)
  }
  // As in a database that has been running for a while.
  await sql`analyze`
}

async function fillChunk(
  sql: Database,
  { merchantId, terminalId, transactions }: Filled,
  accountId: string,
  from: number,
  to: number,
): Promise<void> {
  await sql`
    with number as (
      select i, 'filled' || lpad(i::text, 24, '0') as key, i % 8 <> 3 as approved, (i * 7919) % 10000 as digits,
        100 + (i * 31) % 90000 as amount, case i % 16 when 0 then 'JPY' else 'EUR' end as currency,
        date_trunc('second', now()) - interval '10 minutes'
          - interval '365 days' * (1 - i::float8 / ${transactions}::float8) as at
      from generate_series(${from}::bigint, ${to - 1}::bigint) as i
    ), recorded as (
      insert into transactions (merchant_id, id, terminal_id, order_id, reference, transaction_type, currency, amount,
        normalized_amount, captured_amount, status, processing_code, response_message, customer, payment_method,
        processing_result, initiated_by, systan, fee_amount, finished_at, created_at, updated_at)
      select ${merchantId}, 'trx_' || key, ${terminalId}, 'ord_' || key, 'order-' || i, 'PURCHASE', currency, amount,
        amount, case when approved then amount else 0 end, case when approved then 'APPROVED' else 'DECLINED' end,
        case when approved then '0000' else '1004' end, 'made up',
        jsonb_build_object('id', 'cus_' || i / 100, 'firstName', 'Ada', 'lastName', 'Byron', 'country', 'RO',
          'email', 'ada' || i / 100 || '@shop.example'),
        jsonb_build_object('type', 'card', 'method', '400000******' || lpad(digits::text, 4, '0'),
          'masked', '400000******' || lpad(digits::text, 4, '0'), 'brand', 'visa', 'hash', md5(digits::text),
          'token', null),
        jsonb_build_object('paymentProviderId', 'card-simulator', 'paymentProviderAccountId', ${accountId}::text),
        'MERCHANT', 100000, 0, at + interval '1 second', at, at + interval '1 second'
      from number
    ), attempted as (
      insert into attempts (merchant_id, attempt_id, transaction_id, number, provider, provider_account_id, state,
        processing_code, created_at, updated_at)
      select ${merchantId}, 'att_' || key, 'trx_' || key, 1, 'card-simulator', ${accountId}, 'ANSWERED',
        case when approved then '0000' else '1004' end, at, at from number
    ), charged as (
      insert into simulator.charges (attempt_id, merchant_id, provider, provider_account_id, transaction_id, reference,
        operation, amount, currency, state, answer)
      select 'att_' || key, ${merchantId}, 'card-simulator', ${accountId}, 'trx_' || key, 'order-' || i, 'PURCHASE',
        amount, currency, case when approved then 'CHARGED' else 'REFUSED' end, '{}' from number
    ), posted as (
      insert into ledger_entries (merchant_id, transaction_id, line, debit, credit, amount, currency,
        provider_account_id, posted_at)
      select ${merchantId}, 'trx_' || key, 1, 'provider-clearing', 'merchant-payable', amount, currency, ${accountId},
        at + interval '1 second' from number where approved
    )
    insert into events (merchant_id, event_id, event, transaction_id, payload, created_at)
    select ${merchantId}, 'evt_' || key, 'transaction.processed', 'trx_' || key, '{}', at from number`
}
