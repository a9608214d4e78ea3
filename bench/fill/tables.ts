import type { Database } from '#store/connection/database.ts'
import type { Fragment, Past } from './payments.ts'

/** Puts rows of a chunk of payments into a table. */
type Insert = (sql: Database, past: Past, number: Fragment) => PromiseLike<unknown>

const CARD = `jsonb_build_object('type', 'card', 'method', '400000******' || lpad(digits::text, 4, '0'),
  'masked', '400000******' || lpad(digits::text, 4, '0'), 'brand', 'visa', 'hash', md5(digits::text), 'token', null)`

const CUSTOMER = `jsonb_build_object('id', 'cus_' || i / 100, 'firstName', 'Ada', 'lastName', 'Byron', 'country', 'RO',
  'email', 'ada' || i / 100 || '@shop.example')`

/** As long as an event of a card payment is, about 1.5 kB. */
const FURTHER_FIELDS = JSON.stringify({
  description: 'Two bags of beans, one filter and a hand-painted cup',
  response_message: 'approved',
  approval_code: '751837',
  reference_number: '616811257687',
  payment_provider_response_code: 'approved',
  payment_provider_response_message: 'approved',
  ...Object.fromEntries(
    Array.from({ length: 24 }, (_, index) => [`payment_method_or_customer_field_${index + 1}`, 'null or a short text']),
  ),
}).slice(1)

/** By table, the largest first, so that two connections end at about the same time. */
export const INSERTS: Readonly<Record<string, Insert>> = {
  transactions: (sql, { merchantId, terminalId, accountId }, number) => sql`
    insert into transactions (merchant_id, id, terminal_id, order_id, reference, transaction_type, currency, amount,
      normalized_amount, captured_amount, status, processing_code, response_message, customer, payment_method,
      processing_result, initiated_by, systan, fee_amount, latest_attempt_id, finished_at, created_at, updated_at)
    select ${merchantId}, 'trx_' || key, ${terminalId}, 'ord_' || key, 'order-' || i, 'PURCHASE', currency, amount,
      amount, case when approved then amount else 0 end, case when approved then 'APPROVED' else 'DECLINED' end,
      case when approved then '0000' else '1004' end, 'made up', ${sql.unsafe(CUSTOMER)}, ${sql.unsafe(CARD)},
      jsonb_build_object('paymentProviderId', 'card-simulator', 'paymentProviderAccountId', ${accountId}::text),
      'MERCHANT', 100000, 0, 'att_' || key, at + interval '1 second', at, at + interval '1 second'
    from ${number}`,
  events: (sql, { merchantId }, number) => sql`
    insert into events (merchant_id, event_id, event, transaction_id, payload, created_at)
    select ${merchantId}, 'evt_' || key, 'transaction.processed', 'trx_' || key,
      ('{"event":"transaction.processed","payload":{"id":"trx_' || key || '","merchant_id":"' || ${merchantId}::text
        || '","reference":"order-' || i || '","amount":' || amount || ',' || ${FURTHER_FIELDS}::text || '}')::json,
      at + interval '1 second' from ${number}`,
  deliveries: (sql, { merchantId }, number) => sql`
    insert into deliveries (merchant_id, event_id, webhook_endpoint_id, status, attempts, response_status, updated_at)
    select ${merchantId}, 'evt_' || key, 'whe_' || ${merchantId}::text,
      case when i % 1000 = 7 then 'FAILED' else 'DELIVERED' end, 1, case when i % 1000 = 7 then 500 else 200 end,
      at + interval '2 seconds' from ${number}`,
  attempts: (sql, { merchantId, accountId }, number) => sql`
    insert into attempts (merchant_id, attempt_id, transaction_id, number, provider, provider_account_id, state,
      processing_code, created_at, updated_at)
    select ${merchantId}, 'att_' || key, 'trx_' || key, 1, 'card-simulator', ${accountId}, 'ANSWERED',
      case when approved then '0000' else '1004' end, at, at from ${number}`,
  'simulator.charges': (sql, { merchantId, accountId }, number) => sql`
    insert into simulator.charges (attempt_id, merchant_id, provider, provider_account_id, transaction_id, reference,
      operation, amount, currency, state, answer)
    select 'att_' || key, ${merchantId}, 'card-simulator', ${accountId}, 'trx_' || key, 'order-' || i, 'PURCHASE',
      amount, currency, case when approved then 'CHARGED' else 'REFUSED' end, '{}' from ${number}`,
  ledger_entries: (sql, { merchantId, accountId }, number) => sql`
    insert into ledger_entries (merchant_id, transaction_id, line, debit, credit, amount, currency, provider_account_id,
      posted_at)
    select ${merchantId}, 'trx_' || key, 1, 'provider-clearing', 'merchant-payable', amount, currency, ${accountId},
      at + interval '1 second' from ${number} where approved`,
  order_references: (sql, { merchantId, terminalId }, number) => sql`
    insert into order_references (merchant_id, terminal_id, reference, kind, holder_id)
    select ${merchantId}, ${terminalId}, 'order-' || i, 'transaction', 'trx_' || key from ${number}`,
  authentications: (sql, { merchantId }, number) => sql`
    insert into authentications (merchant_id, three_ds_server_trans_id, transaction_id, attempt_id, round, step,
      message_version, fingerprint_digest, created_at, updated_at)
    select ${merchantId}, md5(key)::uuid::text, 'trx_' || key, 'att_' || key, 1, 'TAKEN', '2.2.0', sha256(key::bytea), at,
      at from ${number} where i % 4 = 1`,
  request_log: (sql, { merchantId, clientId }, number) => sql`
    insert into request_log (merchant_id, request_id, received_at, method, path, route, status, processing_code,
      duration_ms, client_id, transaction_id)
    select ${merchantId}, 'req_' || key, at, 'POST', '/api/transactions/authorize', '/api/transactions/authorize', 200,
      case when approved then '0000' else '1004' end, 20 + i % 50, ${clientId}, 'trx_' || key
    from ${number} where at > now() - interval '30 days'`,
  delivery_tries: (sql, { merchantId }, number) => sql`
    insert into delivery_tries (merchant_id, event_id, webhook_endpoint_id, attempt, tried_at, duration_ms,
      response_status, answer)
    select ${merchantId}, 'evt_' || key, 'whe_' || ${merchantId}::text, 1, at + interval '2 seconds', 20 + i % 50,
      case when i % 1000 = 7 then 500 else 200 end, 'thank you' from ${number} where at > now() - interval '30 days'`,
  idempotency_keys: (sql, { merchantId }, number) => sql`
    insert into idempotency_keys (merchant_id, method, path, key, body_digest, status_code, sealed_answer, created_at)
    select ${merchantId}, 'POST', md5('/api/transactions/authorize'), md5(key), sha256(key::bytea), 200,
      decode(repeat(md5(key), 75), 'hex'), at from ${number} where at > now() - interval '24 hours'`,
  customers: (sql, { merchantId }, number) => sql`
    insert into customers (merchant_id, customer_id, first_name, last_name, country, email, created_at, updated_at)
    select ${merchantId}, 'cus_' || i / 100, 'Ada', 'Byron', 'RO', 'ada' || i / 100 || '@shop.example', at, at
    from ${number} where i % 100 = 0`,
  agreements: (sql, { merchantId }, number) => sql`
    insert into agreements (merchant_id, agreement_id, status, purpose, description, currency, customer_id, origin,
      network_transaction_id, created_at, updated_at)
    select ${merchantId}, 'agr_' || key, case when i % 200 = 0 then 'CANCELED' else 'ACTIVE' end, 'UNSCHEDULED',
      'Top-ups', currency, 'cus_' || i / 100, 'IMPORTED', 'NTI' || i, at, at
    from ${number} where i % 50 = 0`,
  payment_links: (sql, { merchantId, terminalId }, number) => sql`
    insert into payment_links (merchant_id, payment_link_id, terminal_id, reference, description, currency,
      transaction_type, amount, max_payments, customer, save_card, created_at)
    select ${merchantId}, 'lnk_' || key, ${terminalId}, 'link-' || i, 'Pottery workshop', currency, 'PURCHASE', amount,
      1, ${sql.unsafe(CUSTOMER)}, 'no', at
    from ${number} where i % 50 = 3`,
  erasures: (sql, { merchantId }, number) => sql`
    insert into erasures (merchant_id, erasure_id, status, reached_at, pass_from, due_at, created_at, completed_at)
    select ${merchantId}, 'ers_' || key, 'COMPLETED', at, at, null, at, at from ${number} where i % 1000 = 5`,
  list_entries: (sql, { merchantId }, number) => sql`
    insert into list_entries (merchant_id, list_entry_id, list, kind, match, value, created_by, created_at)
    select ${merchantId}, 'lst_' || key, 'block', 'email', 'email ' || md5(key), 'a***@shop.example', 'made up', at
    from ${number} where i % 100 = 1 and i < 10000000`,
  disputes: (sql, { merchantId, terminalId, accountId }, number) => sql`
    insert into disputes (merchant_id, dispute_id, transaction_id, terminal_id, provider, provider_account_id,
      provider_reference, stage, status, reason, amount, currency, funds, respond_by, ask, history, created_at, updated_at)
    select ${merchantId}, 'dsp_' || key, 'trx_' || key, ${terminalId}, 'card-simulator', ${accountId}, 'case_' || i,
      'INQUIRY', case when i % 1000 = 5 then 'NEEDS_RESPONSE' else 'CLOSED' end, 'FRAUD', amount, currency, 'NONE',
      at + interval '7 days', i, '[]', at, at
    from ${number} where i % 100 = 5`,
  audit_log: (sql, { merchantId }, number) => sql`
    insert into audit_log (audit_id, merchant_id, actor, actor_kind, action, subject, changes, created_at)
    select 'aud_' || key, ${merchantId}, 'made up', 'merchant', 'customer.changed', 'cus_' || i / 100, '{}', at
    from ${number} where i % 100 = 0`,
}
