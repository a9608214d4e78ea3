-- The schema of release 1.0.0. It replaces the migrations of earlier releases, which 0109-baseline.replaces.sha256 lists
-- (docs/decisions/0116-one-baseline-for-1-0-0.md). Each table has its columns in the order in which they were added.

-- Merchants: terminals, provider accounts, clients and keys

create table merchants (
  merchant_id text primary key,
  name text not null,
  country text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  tokenization_enabled boolean not null default true,
  settlement_currency text,
  exchange_rates jsonb not null default '{}',
  -- Clients of an external identity provider that act for the merchant.
  external_client_ids text[] not null default '{}',
  client_key text not null unique,
  -- Increases with each change of the merchant, its terminals, accounts and keys. An intent is recorded only under the version
  -- it was decided on, so a change applies to each request that starts after it.
  config_version bigint not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now(),
  -- The zone in which the merchant's days begin and its times are shown.
  time_zone text not null default 'UTC',
  -- The maximum that support users may capture, refund or void at a time, in minor units of the payment's currency.
  support_limit bigint not null default 0 check (support_limit >= 0)
);
create index merchants_external_client_ids on merchants using gin (external_client_ids);

-- Each client of an external identity provider acts for one merchant. `merchants.external_client_ids` has the same clients;
-- the primary key here rejects a second merchant with the same client.
create table external_clients (
  client_id text primary key,
  merchant_id text not null references merchants,
  created_at timestamptz(3) not null default now()
);
create index external_clients_of_merchant on external_clients (merchant_id);

-- The appearance of a merchant's hosted page.
create table merchant_appearances (
  merchant_id text primary key references merchants,
  display_name text,
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  logo bytea,
  logo_type text check (logo_type in ('image/png', 'image/jpeg')),
  -- SHA-256 of the logo in hexadecimal, its name in its public URL.
  logo_digest text,
  updated_at timestamptz not null default now(),
  check (num_nulls(logo, logo_type, logo_digest) in (0, 3))
);
create index merchant_appearances_by_logo on merchant_appearances (logo_digest) where logo_digest is not null;

create table terminals (
  terminal_id text primary key check (length(terminal_id) between 5 and 20),
  merchant_id text not null references merchants,
  name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  accepts_payments boolean not null default true,
  currencies text[],
  transaction_types text[],
  payment_methods text[],
  provider_accounts text[],
  allowed_origins text[],
  allow_unauthenticated boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now(),
  -- Null means the default of the realm: none in uat, one in production. The string "off" means none.
  card_testing_limit jsonb,
  -- What a 3-D Secure server reports to the issuer about the shop: registered with the acquirer, and the same for every payment.
  three_ds jsonb
);
create index terminals_merchant on terminals (merchant_id);

create table provider_accounts (
  provider_account_id text primary key,
  merchant_id text not null references merchants,
  provider text not null,
  name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  settings jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now(),
  -- When the last check began; null before the first.
  checked_at timestamptz(3),
  -- What the last check found, a sentence each; empty if all was well.
  check_problems jsonb
);
create index provider_accounts_merchant on provider_accounts (merchant_id, created_at);

create table provider_credentials (
  provider_account_id text not null references provider_accounts (provider_account_id),
  name text not null,
  merchant_id text not null,
  -- Under the master key, bound to account and name.
  sealed_value bytea not null,
  -- A keyed digest that shows an operator which value it is.
  fingerprint text not null,
  -- The previous value is valid, too, until then.
  sealed_previous bytea,
  previous_until timestamptz,
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (provider_account_id, name)
);

-- OAuth clients. A null merchant_id is an operator's. Secrets have 190 random bits, so a plain SHA-256 protects them
-- (OWASP ASVS 6.5.2).
create table clients (
  client_id text primary key,
  merchant_id text references merchants,
  secret_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now()
);
create index clients_merchant on clients (merchant_id);

-- Merchants' RSA key pairs for card fields; the private half is sealed under the master key.
create table encryption_keys (
  key_id text primary key,
  merchant_id text not null references merchants,
  public_key text not null,
  sealed_private_key bytea not null,
  -- Null for the merchant's current key; a rotated one decrypts until then.
  retires_at timestamptz,
  -- To the microsecond: merchants get the newer of two keys.
  created_at timestamptz not null default now()
);
create index encryption_keys_merchant on encryption_keys (merchant_id, created_at desc);

-- The keys that sign access tokens, as JWKs sealed under the master key.
create table signing_keys (
  key_id text primary key,
  sealed_jwk bytea not null,
  created_at timestamptz(3) not null default now()
);

-- Keys that protect values of several merchants, sealed under the master key.
create table vault_keys (
  name text primary key,
  sealed_key bytea not null,
  created_at timestamptz(3) not null default now()
);

-- Rotations that operators requested: everything is sealed again under one master key, with new data keys. The newest one
-- counts, and only workers that have that master key run it.
create table key_rotations (
  rotation_id text primary key,
  master_key_id text not null,
  requested_at timestamptz(3) not null default now(),
  completed_at timestamptz(3)
);
create index key_rotations_newest on key_rotations (requested_at desc, rotation_id desc);

-- Every version of the embedded fields that a shop may have pinned by its digest, so an upgrade breaks none of them.
create table script_versions (
  version text primary key,
  content text not null,
  created_at timestamptz(3) not null default now()
);

-- How far testers have moved a merchant's clock ahead, and when (uat only). Stored deadlines were moved earlier in the same
-- commit. What is counted from a time in the past adds the advances after it.
create table test_clock_advances (
  merchant_id text not null references merchants,
  advance_id bigint generated always as identity,
  advanced_at timestamptz not null default clock_timestamp(),
  seconds bigint not null check (seconds > 0),
  primary key (merchant_id, advance_id)
);

-- The group of merchants in this database, if there are several groups: at most one permanent row. New identifiers include it.
create table merchant_group (
  is_only boolean primary key default true check (is_only),
  name text not null check (name ~ '^[a-z0-9]{1,6}$'),
  named_at timestamptz not null default now()
);

-- Requests: the audit log, counters, repeated requests and the request log

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are written once', tg_table_name;
end $$;

create table audit_log (
  audit_id text primary key,
  merchant_id text,
  actor text not null,
  action text not null,
  subject text not null,
  -- What changed; never a secret.
  changes jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  -- Null in the oldest entries, like the next two.
  actor_kind text check (actor_kind in ('operator', 'merchant', 'person', 'system')),
  ip text,
  request_id text
);
create index audit_log_newest on audit_log (created_at desc, audit_id desc);
-- Without a merchant: entries about the gateway itself.
create index audit_log_of_merchant on audit_log (merchant_id, created_at desc, audit_id desc);
create index audit_log_request on audit_log using hash (request_id) where request_id is not null;

create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change();
-- TRUNCATE fires no trigger for rows.
create trigger audit_log_stays before truncate on audit_log
  for each statement execute function refuse_change();

-- Failed token requests and rate limits, counted over all processes. A crash of the server may empty it.
create unlogged table rate_counters (
  name text not null,
  merchant_id text not null default '',
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (name, merchant_id, window_start)
);

-- First responses to requests with an Idempotency-Key, stored for 24 hours.
create table idempotency_keys (
  -- The merchant, or the operator's client.
  merchant_id text not null,
  method text not null,
  path text not null,
  key text not null,
  body_digest bytea not null,
  -- Until then the request belongs to the process that runs it; another may continue it afterwards.
  held_until timestamptz,
  status_code integer,
  sealed_answer bytea,
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, method, path, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- API requests of merchants' servers, for the developers who look for an error of theirs. Unlogged: a row costs little, and a
-- crash of the server may empty it (docs/decisions/0052-a-request-log-beside-the-path.md).
create unlogged table request_log (
  merchant_id text not null,
  request_id text not null,
  received_at timestamptz(3) not null,
  method text not null,
  -- Without its query. Segments that are no ID of ours are shown as in the route.
  path text not null,
  route text not null,
  status integer not null,
  processing_code text,
  duration_ms integer not null,
  client_id text not null,
  -- The names of the rejected fields; never a value.
  refused_fields text[] not null default '{}',
  -- The transaction of the response.
  transaction_id text,
  primary key (merchant_id, received_at, request_id)
);
create index request_log_faults on request_log (merchant_id, received_at desc, request_id desc) where status >= 400;
create index request_log_route on request_log (merchant_id, route, received_at desc, request_id desc);
create index request_log_method on request_log (merchant_id, method, received_at desc, request_id desc)
  where method not in ('GET', 'POST');
-- A hash index is the smallest one for looking up an ID.
create index request_log_request on request_log using hash (request_id);
create index request_log_transaction on request_log using hash (transaction_id) where transaction_id is not null;
-- Finds the rows to purge.
create index request_log_age on request_log using brin (received_at);

-- Payments: references, sessions, transactions and their attempts

-- One namespace of references per terminal, for authorize, sessions, payments and payouts. The primary key decides which of
-- two simultaneous requests is executed.
create table order_references (
  merchant_id text not null,
  terminal_id text not null,
  reference text not null,
  kind text not null check (kind in ('transaction', 'session', 'payment', 'payout')),
  -- The transaction or session that has the reference.
  holder_id text not null,
  primary key (merchant_id, terminal_id, reference)
);

-- Orders that a shopper pays in the browser, in one or several attempts.
create table sessions (
  merchant_id text not null references merchants,
  session_id text not null,
  terminal_id text not null,
  -- Belongs to the session in `order_references`; its attempts share it.
  reference text not null,
  description text not null,
  currency text not null,
  amount bigint not null,
  transaction_type text not null check (transaction_type in ('AUTHORIZE', 'PURCHASE')),
  return_url text not null,
  customer jsonb not null,
  country text,
  -- json, not jsonb: stored as the merchant wrote it, numbers to the last digit.
  metadata json,
  -- Saved cards that the merchant offers to the shopper, besides those of the session's customer.
  payment_method_ids text[] not null,
  save_card text not null check (save_card in ('no', 'yes', 'ask')),
  -- How often a browser submitted a payment method; limited, because cards are tested that way.
  submits integer not null default 0,
  -- Number of recorded attempts. A process that ends a session names the number it read, so no attempt begins meanwhile.
  tries integer not null default 0,
  -- When the shopper canceled the session.
  canceled_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz(3) not null,
  -- When to check whether the session ended without a payment; null after the check.
  end_due_at timestamptz,
  primary key (merchant_id, session_id)
);
-- Browsers know only the ID.
create unique index sessions_by_id on sessions (session_id);
create index sessions_end_due on sessions (end_due_at) where end_due_at is not null;

create table transactions (
  merchant_id text not null,
  id text not null,
  terminal_id text not null,
  order_id text not null,
  parent_id text,
  reference text not null,
  description text,
  transaction_type text not null,
  channel text not null default 'ecommerce',
  currency text not null,
  amount bigint not null,
  normalized_amount bigint not null,
  outgoing_amount bigint,
  outgoing_currency text,
  captured_amount bigint not null default 0,
  refunded_amount bigint not null default 0,
  status text not null check (
    status in ('CREATED', 'PENDING', 'APPROVED', 'DECLINED', 'CANCELED', 'INVALID', 'SESSION_EXPIRED')
  ),
  processing_code text,
  response_message text,
  errors jsonb not null default '[]',
  awaiting text check (awaiting in ('provider-answer', 'authentication', 'shopper', 'confirmation')),
  shopper_step jsonb,
  -- When the worker checks a pending transaction again, by the clock of the database.
  due_at timestamptz,
  -- When a transaction that waits for the shopper or a confirmation expires.
  expires_at timestamptz,
  customer jsonb not null,
  customer_ip text,
  payment_method jsonb not null,
  processing_result jsonb not null,
  authentication_status text,
  authentication_level smallint,
  initiated_by text not null,
  systan integer not null,
  return_url text,
  error_url text,
  cancel_url text,
  -- json, not jsonb: stored as the merchant wrote it, numbers to the last digit.
  metadata json,
  data jsonb,
  -- For later steps, and in no response: browser data and the merchant's 3-D Secure notification URL.
  browser_info jsonb,
  notification_url text,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  -- The token under which this payment stores its card, shown after the approval.
  stored_token text,
  -- Reserved by follow-ups in progress, so concurrent ones never exceed the amount.
  capturing_amount bigint not null default 0,
  refunding_amount bigint not null default 0,
  -- CLOSING while a final capture is in progress, CLOSED after its approval.
  capture_state text not null default 'OPEN' check (capture_state in ('OPEN', 'CLOSING', 'CLOSED')),
  void_state text check (void_state in ('PENDING', 'DONE')),
  -- True for a capture after which there is no other.
  final_capture boolean not null default false,
  -- When the status became final, by the clock of the database: a purchase can be voided until it is settled.
  finished_at timestamptz,
  -- The attempt that decides a payment with several attempts; null if there is one. The result of an earlier one must not end
  -- the payment during a later one.
  latest_attempt_id text,
  -- The gateway's fee, fixed at the approval by the terms of the provider account.
  fee_amount bigint check (fee_amount >= 0),
  -- The session of which this is an attempt.
  session_id text,
  -- The page of ours on which the shopper pays, its language and its space for a bank's page.
  shopper_page jsonb,
  -- Keyed hash of the card or account. The record shows it after a provider's answer: earlier it would confirm a guessed number
  -- without a payment. Null in the oldest payments.
  instrument_hash text,
  -- Start of a purchase's settlement delay by the merchant's test clock. Null if the clock was not moved: then the delay starts
  -- at `finished_at`, which is in real time.
  settles_from timestamptz,
  primary key (merchant_id, id),
  check ((status = 'PENDING') = (due_at is not null)),
  check ((status = 'PENDING') = (awaiting is not null)),
  check (captured_amount <= amount - capturing_amount and refunded_amount <= captured_amount - refunding_amount)
);
create index transactions_newest on transactions (merchant_id, created_at desc, id desc);
create index transactions_order on transactions (merchant_id, order_id);
create index transactions_reference on transactions (merchant_id, reference);
create index transactions_follow_ups on transactions (merchant_id, parent_id) where parent_id is not null;
-- Only pending ones have a due_at. With this condition, no plan for one pending transaction can prefer to read all of them.
create index transactions_due on transactions (due_at) where due_at is not null;
-- A session has at most one attempt that is pending or approved.
create unique index transactions_live_try on transactions (merchant_id, session_id)
  where session_id is not null and status in ('PENDING', 'APPROVED');
create index transactions_of_session on transactions (merchant_id, session_id, created_at desc, id desc)
  where session_id is not null;
-- Approved transactions whose money waits for no settlement delay: refunds, payouts, their reversals, voids, and voided
-- purchases. A balance is the sum of all entries of the delay less those of these, which are few.
create index transactions_available_at_once on transactions (merchant_id, finished_at)
  where status = 'APPROVED'
    and (transaction_type in ('REFUND', 'REFUND_REVERSAL', 'PAYOUT', 'PAYOUT_REVERSAL', 'VOID') or void_state = 'DONE');
-- How the worker finds the latest payments: a few bytes for each megabyte of the table, at no cost for a payment.
create index transactions_created on transactions
  using brin (created_at) with (pages_per_range = 32, autosummarize = off);
create index transactions_finished on transactions
  using brin (finished_at) with (pages_per_range = 32, autosummarize = off);

-- A final status never changes. The code uses guarded updates; this applies even if some code does not.
create function refuse_status_change() returns trigger language plpgsql as $$
begin
  raise exception 'transaction % is final: % cannot become %', old.id, old.status, new.status;
end $$;

create trigger final_status_never_changes before update of status on transactions
  for each row when (old.status not in ('CREATED', 'PENDING') and new.status is distinct from old.status)
  execute function refuse_status_change();

-- One attempt with one provider account.
create table attempts (
  merchant_id text not null,
  attempt_id text not null,
  transaction_id text not null,
  number integer not null,
  provider text not null,
  provider_account_id text not null,
  -- ASKING until the answer is known; REVERSING while a charge that must not remain is reversed.
  state text not null check (state in ('ASKING', 'ANSWERED', 'REVERSING', 'REVERSED')),
  processing_code text,
  response_message text,
  -- When the provider first did not know the attempt; it may still arrive for a while.
  not_found_since timestamptz,
  reverse_at timestamptz,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  -- The provider's ID of the charge; null if it sent none.
  provider_reference text,
  -- When the reversal was first sent; null before.
  reversal_began_at timestamptz,
  -- When the gateway stopped repeating the reversal, so an operator must review it. The state stays REVERSING, without a
  -- reverse_at.
  reversal_given_up_at timestamptz(3),
  primary key (merchant_id, attempt_id),
  unique (merchant_id, transaction_id, number)
);
create index attempts_to_reverse on attempts (reverse_at) where state = 'REVERSING';
create index attempts_given_up on attempts (reversal_given_up_at, attempt_id) where reversal_given_up_at is not null;

-- 3-D Secure

-- One 3-D Secure authentication of one attempt: fingerprint, then perhaps a challenge.
create table authentications (
  merchant_id text not null,
  three_ds_server_trans_id text not null,
  transaction_id text not null,
  attempt_id text not null,
  round integer not null,
  -- The step that is due in the shopper's browser; TAKEN after the process that executes it claimed it.
  step text not null check (step in ('FINGERPRINT', 'CHALLENGE', 'TAKEN')),
  message_version text not null,
  three_ds_method_url text,
  -- True if the method page called our notification URL.
  method_completed boolean not null default false,
  acs_url text,
  acs_trans_id text,
  -- Keyed digests of the payment_data that was issued for each step; others are not ours.
  fingerprint_digest bytea not null,
  challenge_digest bytea,
  -- The former name of `reported_status`.
  brought_status text,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  -- The worst status that a browser or caller has reported.
  reported_status text,
  -- When the shopper was sent to the bank; null without a challenge.
  challenged_at timestamptz(3),
  -- Where our page of the challenge was opened: once in a frame, then once on a full page, or on a full page from the start.
  challenge_opened_in text check (challenge_opened_in in ('frame', 'page')),
  primary key (merchant_id, three_ds_server_trans_id)
);
create unique index authentications_by_id on authentications (three_ds_server_trans_id);
create index authentications_transaction on authentications (merchant_id, transaction_id);

-- Keeps the two names equal for processes of earlier releases (docs/decisions/0033-expand-then-contract.md).
create function keep_reported_status() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.reported_status := coalesce(new.reported_status, new.brought_status);
    new.brought_status := new.reported_status;
  elsif new.reported_status is distinct from old.reported_status then
    new.brought_status := new.reported_status;
  else
    new.reported_status := new.brought_status;
  end if;
  return new;
end $$;

create trigger reported_status_is_brought_status before insert or update on authentications
  for each row execute function keep_reported_status();

-- The only table with security codes, sealed, during the authentication. UNLOGGED: in no WAL, backup or replica. Rows are
-- deleted with the final status; afterwards no one can decrypt a stored payment_data.
create unlogged table authentication_secrets (
  merchant_id text not null,
  transaction_id text not null,
  -- The key of this transaction's payment_data, sealed under the master key.
  sealed_key bytea not null,
  -- The payment_data that is due.
  payment_data text not null,
  primary key (merchant_id, transaction_id)
) with (
  autovacuum_vacuum_threshold = 20,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_cost_delay = 0
);

-- A security code must not outlive its payment. A deleted row, or the old version of a row, stays in the data file until
-- something overwrites it, and a vacuum leaves the bytes. So the file is replaced: rows of authentications in progress move to
-- a new one, and the old one is removed with the commit (docs/decisions/0034-erased-from-the-file.md).

-- A row means that such bytes are in the file. A crash empties this table and the file.
create unlogged table forgotten_secrets (
  forgotten_at timestamptz not null default clock_timestamp()
);
insert into forgotten_secrets default values;

create function note_forgotten_secret() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into forgotten_secrets default values;
  return null;
end $$;

create trigger secrets_deleted after delete on authentication_secrets
  for each row execute function note_forgotten_secret();
create trigger secrets_replaced after update on authentication_secrets
  for each row when (old.sealed_key is distinct from new.sealed_key) execute function note_forgotten_secret();

-- Runs as the owner of the tables, so the gateway's role needs no right to truncate. It waits for the table only briefly,
-- because all payments with 3-D Secure wait behind it.
create function erase_forgotten_secrets() returns void language plpgsql
security definer set search_path = public, pg_temp set lock_timeout = '100ms' as $$
declare
  kept authentication_secrets[];
begin
  lock table authentication_secrets in access exclusive mode;
  kept := array(select secret from authentication_secrets secret);
  truncate authentication_secrets;
  -- All columns, also those of later migrations.
  insert into authentication_secrets select * from unnest(kept);
  delete from forgotten_secrets;
end $$;

-- Customers, saved cards, wallets and card testing

create table customers (
  merchant_id text not null references merchants,
  customer_id text not null,
  first_name text,
  last_name text,
  address text,
  city text,
  country text,
  postal_code text,
  email text,
  phone text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, customer_id)
);
create index customers_newest on customers (merchant_id, created_at desc, customer_id desc);

-- Customers whose email must not be found again, not even by a payment that the worker has not indexed yet.
create table erased_customers (
  merchant_id text not null,
  customer_id text not null,
  erased_at timestamptz not null,
  primary key (merchant_id, customer_id)
);

-- The keys that encrypt saved cards, one current key per merchant, each sealed under the master key.
create table data_keys (
  merchant_id text not null references merchants,
  key_id text not null,
  sealed_key bytea not null,
  -- Null for the current key; a retired key is deleted when no card needs it.
  retired_at timestamptz,
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, key_id)
);
create unique index data_keys_in_use on data_keys (merchant_id) where retired_at is null;
create index data_keys_retired on data_keys (merchant_id, key_id) where retired_at is not null;

-- Card number and expiry, encrypted and bound to this row; never a security code (PCI DSS 3.3.1).
create table payment_methods (
  merchant_id text not null,
  token text not null,
  -- Null if the card belongs to no customer, permanently.
  customer_id text,
  -- The payment that stores it. PENDING until its approval; deleted if the payment ends in another way.
  transaction_id text not null,
  state text not null check (state in ('PENDING', 'ACTIVE')),
  masked text not null,
  brand text,
  hash text not null,
  data_key_id text not null,
  sealed_card bytea not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  primary key (merchant_id, token),
  -- Deletes each card of a deleted customer, also one that is being stored at that time.
  foreign key (merchant_id, customer_id) references customers on delete cascade,
  -- Keeps a key while a card needs it.
  foreign key (merchant_id, data_key_id) references data_keys
);
create index payment_methods_of_customer on payment_methods (merchant_id, customer_id, created_at desc, token desc);
create index payment_methods_under_key on payment_methods (merchant_id, data_key_id, token);

-- The gateway's key pairs for wallet tokens.
create table wallet_keys (
  key_id text primary key,
  -- Uncompressed P-256 point in Base64, the form that the wallet needs.
  public_key text not null unique,
  sealed_private_key bytea not null,
  -- A retired key decrypts nothing.
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'RETIRED')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now()
);
create index wallet_keys_newest on wallet_keys (created_at desc, key_id desc);

-- A wallet token pays once: its message ID is claimed in the commit that records the intent.
create table wallet_messages (
  merchant_id text not null,
  message_id text not null,
  transaction_id text not null,
  -- When the token expires; afterwards the row is not needed.
  expires_at timestamptz not null,
  primary key (merchant_id, message_id)
);
create index wallet_messages_age on wallet_messages (expires_at);

-- The last response of the URL with a wallet's root keys, for processes that start while the URL is unavailable.
create table wallet_root_copies (
  address text primary key,
  -- The wallet's JSON as received; public keys, so none of it is secret.
  keys text not null,
  -- Keyed, over address and keys: a copy that the gateway did not write is not trusted.
  digest bytea not null,
  -- Until then no process needs to request the URL.
  fresh_until timestamptz(3) not null,
  fetched_at timestamptz(3) not null default now()
);

-- The cards that each address or customer has tried on a terminal. A crash of the server may empty it.
create unlogged table tried_cards (
  merchant_id text not null,
  terminal_id text not null,
  -- Keyed digest of the address or the customer.
  source text not null,
  -- By keyed hash of the card: the last payment that tried it, and its time. At most as many as the limit.
  cards jsonb not null,
  forget_at timestamptz not null,
  primary key (merchant_id, terminal_id, source)
);

-- Providers: circuits, notices and exchanges

-- Failures of provider accounts, shared by all processes. After a crash of the server a few probes find them again.
create unlogged table provider_circuits (
  merchant_id text not null,
  provider_account_id text not null,
  -- Consecutive ones; the code knows at how many the circuit opens.
  failures integer not null,
  opened_at timestamptz,
  -- When an open circuit lets one request through.
  probe_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (merchant_id, provider_account_id)
);

-- Notices with a valid signature, each once, with fields from an allowlist.
create table provider_notices (
  provider_account_id text not null,
  notice_key text not null,
  merchant_id text not null,
  attempt_id text not null,
  number bigint generated always as identity,
  fields jsonb not null,
  received_at timestamptz(3) not null default clock_timestamp(),
  primary key (provider_account_id, notice_key)
);
create index provider_notices_of_attempt on provider_notices (merchant_id, attempt_id, number);
-- Finds the rows to purge.
create index provider_notices_received on provider_notices (received_at);

-- Requests to providers and their answers, with fields from allowlists.
create table provider_exchanges (
  number bigint generated always as identity primary key,
  merchant_id text not null,
  attempt_id text not null,
  request text not null,
  request_fields jsonb not null,
  http_status smallint,
  request_id text,
  answer_fields jsonb not null,
  sent_at timestamptz(3) not null default clock_timestamp()
);
create index provider_exchanges_of_attempt on provider_exchanges (merchant_id, attempt_id, number);
-- Finds the rows to purge.
create index provider_exchanges_sent on provider_exchanges (sent_at);

-- ISO 8583: what the connector must know itself, because an acquirer's host answers no inquiry

-- The last trace number (data element 11) of a terminal on a day in UTC.
create table acquirer_traces (
  acquirer_id text not null,
  terminal_id text not null,
  day date not null,
  last_stan integer not null,
  primary key (acquirer_id, terminal_id, day)
);

-- One row for each attempt, written before it is sent.
create table acquirer_requests (
  attempt_id text primary key,
  merchant_id text not null,
  provider_account_id text not null,
  -- Null in a row that only bars its attempt.
  acquirer_id text,
  terminal_id text,
  stan text,
  transmitted text,
  type text,
  -- Data elements by number, from an allowlist.
  fields jsonb not null default '{}',
  -- Card number and expiry, for reversal, capture and refund.
  sealed_card bytea,
  context jsonb not null default '{}',
  -- SENT, UNSENT, ANSWERED, REVERSING, REVERSED; BARRED is a reversal that came before its request.
  state text not null,
  answer_due_at timestamptz not null default now(),
  answer jsonb,
  reversal_reason text,
  -- The same in each repetition.
  reversal_stan integer,
  reversal_tries integer not null default 0,
  reversal_at timestamptz,
  -- The acquirer's last answer to the reversal.
  reversal_code text,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- When to check next whether the card is still needed.
  card_look_at timestamptz not null default now(),
  -- When an unanswered capture is sent again; null for requests that are reversed instead.
  repeat_at timestamptz,
  repeats integer not null default 0
);
create index acquirer_requests_trace on acquirer_requests (stan, transmitted, terminal_id, acquirer_id);
create index acquirer_requests_unanswered on acquirer_requests (answer_due_at) where state = 'SENT';
create index acquirer_requests_reversing on acquirer_requests (reversal_at) where state = 'REVERSING';
create index acquirer_requests_cards on acquirer_requests (card_look_at) where octet_length(sealed_card) > 0;
create index acquirer_requests_repeating on acquirer_requests (repeat_at) where state = 'SENT' and repeat_at is not null;

-- Answers that belong to no request of ours, for an operator to review.
create table acquirer_strays (
  number bigint generated always as identity primary key,
  provider_account_id text not null,
  type text not null,
  fields jsonb not null,
  received_at timestamptz(3) not null default clock_timestamp()
);
-- Finds the rows to purge.
create index acquirer_strays_received on acquirer_strays (received_at);

-- The process that owns the line of an account; one row for each account that ever had one.
create table acquirer_lines (
  provider_account_id text primary key,
  -- Counts the owners: messages for one owner are taken by no other.
  lease bigint not null,
  -- Messages to the owner are sealed with it; the private half is only in the memory of that process.
  owner_key bytea not null,
  -- A digest of the settings and credentials with which the line was opened.
  opened text not null,
  expires_at timestamptz not null
);

-- Messages to the owner while a process waits for the answer: in no backup and no replica.
create unlogged table acquirer_hand_overs (
  number bigint generated always as identity primary key,
  provider_account_id text not null,
  lease bigint not null,
  opened text not null,
  -- Sealed with the owner's key, not under the master key.
  message bytea not null,
  -- NEW, TAKEN, then ANSWERED, UNANSWERED, UNSENT (it never left us) or RETURNED (the line has another owner).
  state text not null default 'NEW',
  -- Data elements by number, from an allowlist.
  answer_type text,
  answer jsonb,
  why text,
  -- The owner sends nothing after this.
  take_until timestamptz not null
);
create index acquirer_hand_overs_new on acquirer_hand_overs (provider_account_id, lease) where state = 'NEW';
create index acquirer_hand_overs_old on acquirer_hand_overs (take_until);

-- Webhooks

create table webhook_endpoints (
  webhook_endpoint_id text primary key,
  merchant_id text not null references merchants,
  -- Null: events of all terminals of the merchant.
  terminal_id text,
  url text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  sealed_secret bytea not null,
  -- The previous secret signs, too, until then.
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now(),
  -- When the current secret was created; null if it is as old as the endpoint.
  secret_since timestamptz(3),
  -- Null: only `transaction.processed`.
  event_types text[],
  -- Since when no delivery succeeds; null if the last one did.
  failing_since timestamptz,
  -- Secrets before the previous one that still sign, the newest first: sealed as one value, with the end of each.
  sealed_earlier_secrets bytea,
  earlier_secrets_until timestamptz[]
);
create index webhook_endpoints_merchant on webhook_endpoints (merchant_id, created_at);

-- Recorded in the commit that they are about.
create table events (
  merchant_id text not null,
  -- The `webhook-id` header, the same in each attempt.
  event_id text not null,
  event text not null,
  -- Null for events about no transaction.
  transaction_id text,
  -- json, not jsonb: exactly the bytes that each delivery sends.
  payload json not null,
  created_at timestamptz(3) not null,
  -- The terminal of an event about no transaction; null if it has none.
  terminal_id text,
  -- The W3C traceparent of the request that caused the event; the span of each delivery links to it.
  traceparent text,
  primary key (merchant_id, event_id),
  -- At most one event per transaction and name.
  unique (merchant_id, transaction_id, event)
);
create index events_newest on events (merchant_id, created_at desc, event_id desc);

create table deliveries (
  merchant_id text not null,
  event_id text not null,
  webhook_endpoint_id text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts integer not null default 0,
  response_status integer,
  -- When it is due. A claim moves it later, so the delivery of a worker that dies becomes due again.
  next_attempt_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (merchant_id, event_id, webhook_endpoint_id)
);
-- Claims take a few of each endpoint, the longest due first.
create index deliveries_due on deliveries (webhook_endpoint_id, next_attempt_at) where status = 'PENDING';
create index deliveries_failed on deliveries (merchant_id, webhook_endpoint_id) where status = 'FAILED';

-- Each attempt of a delivery.
create table delivery_tries (
  merchant_id text not null,
  event_id text not null,
  webhook_endpoint_id text not null,
  -- As counted by `deliveries.attempts`.
  attempt integer not null,
  tried_at timestamptz(3) not null,
  duration_ms integer not null,
  -- Null without a response.
  response_status integer,
  -- The beginning of the response, with card numbers masked.
  answer text,
  -- Why there was no response.
  failure text,
  primary key (merchant_id, event_id, webhook_endpoint_id, attempt)
);
create index delivery_tries_of_endpoint on delivery_tries (merchant_id, webhook_endpoint_id, tried_at desc);
-- Finds the rows to purge. They are written in the order of time, so a BRIN index is enough.
create index delivery_tries_old on delivery_tries using brin (tried_at);

-- The ledger

-- What each approved transaction means in money, by double entry, written in the commit of the approval.
create table ledger_entries (
  merchant_id text not null,
  -- The transaction of the journal to which this entry belongs.
  transaction_id text not null,
  -- Its position in the journal.
  line smallint not null,
  -- Each entry debits one account and credits another by the same amount, so each journal is balanced. Accounts belong to this
  -- merchant, currency and provider account.
  debit text not null,
  credit text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  provider_account_id text not null,
  -- When the transaction became final, by the clock of the database. Its day in UTC is the settlement day.
  posted_at timestamptz not null,
  primary key (merchant_id, transaction_id, line),
  check (debit <> credit)
);
create index ledger_entries_posted on ledger_entries (merchant_id, posted_at, transaction_id);

create trigger ledger_entries_are_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_stay before truncate on ledger_entries
  for each statement execute function refuse_change();

-- Changes of the ledger by day in UTC, written a minute after the day has ended. A merchant is owed gross less fee.
create table ledger_days (
  merchant_id text not null,
  currency text not null,
  day date not null,
  gross numeric not null,
  fee numeric not null,
  -- Change of the amount held on cards.
  held numeric not null,
  -- Number of transactions that moved money.
  transactions bigint not null,
  primary key (merchant_id, currency, day)
);
create index ledger_days_newest on ledger_days (merchant_id, day desc, currency desc);

-- Verifications of the ledger and their results.
create table ledger_proofs (
  -- `night 2026-11-22` for those that the worker starts, so each night has one.
  proof_id text primary key,
  began_at timestamptz(3) not null default now(),
  -- Null while it runs, or if its process died.
  ended_at timestamptz(3),
  transactions integer,
  discrepancies integer
);
create index ledger_proofs_newest on ledger_proofs (began_at desc);

-- Search and reports: written by the worker after a payment, so they cost the payment nothing

-- How far the worker has processed payments and ledger entries. The worker locks the row meanwhile.
create table gathering_marks (
  name text primary key,
  -- Null before the first time.
  reached timestamptz
);
insert into gathering_marks (name) values ('payments'), ('ledger');

create table payment_search (
  merchant_id text not null,
  id text not null,
  created_at timestamptz(3) not null,
  terminal_id text not null,
  transaction_type text not null,
  -- Of a card or account.
  last_four text,
  bin text,
  -- In lower case; null after its erasure.
  email text,
  customer_id text,
  amount bigint not null,
  currency text not null,
  brand text,
  method text not null,
  -- True if the sums of its day include it.
  counted boolean not null default false,
  -- The next four as in `transactions`, since the payment is final; no list is read by them before.
  status text not null default 'PENDING',
  processing_code text,
  provider_account_id text,
  card_hash text,
  primary key (merchant_id, id)
);
create index payment_search_uncounted on payment_search (merchant_id, created_at) where not counted;
create index payment_search_terminal on payment_search (merchant_id, terminal_id, created_at desc, id desc);
create index payment_search_last_four on payment_search (merchant_id, last_four, created_at desc, id desc)
  where last_four is not null;
create index payment_search_email on payment_search (merchant_id, email, created_at desc, id desc)
  where email is not null;
create index payment_search_customer on payment_search (merchant_id, customer_id, created_at desc, id desc)
  where customer_id is not null;
create index payment_search_amount on payment_search (merchant_id, amount, created_at desc, id desc);
-- Values that most payments have are left out: the list of the newest payments is as good as an index of them.
create index payment_search_type on payment_search (merchant_id, transaction_type, created_at desc, id desc)
  where transaction_type not in ('AUTHORIZE', 'PURCHASE');
create index payment_search_status on payment_search (merchant_id, status, created_at) where status <> 'APPROVED';
create index payment_search_code on payment_search (merchant_id, processing_code, created_at)
  where processing_code <> '0000';
create index payment_search_brand on payment_search (merchant_id, brand, created_at)
  where brand not in ('visa', 'mastercard');
create index payment_search_method on payment_search (merchant_id, method, created_at) where method <> 'card';
create index payment_search_currency on payment_search (merchant_id, currency, created_at);
create index payment_search_account on payment_search (merchant_id, provider_account_id, created_at);
create index payment_search_card on payment_search (merchant_id, card_hash, created_at) where card_hash is not null;

-- Final payments counted by the merchant's days: one dimension a row, so rows are added instead of multiplied.
create table payment_days (
  merchant_id text not null,
  dimension text not null,
  day date not null,
  terminal_id text not null,
  value text not null,
  status text not null,
  count bigint not null,
  -- Minor units if the dimension is the currency; amounts of several currencies are not added.
  amount numeric not null,
  primary key (merchant_id, dimension, day, terminal_id, value, status)
) with (fillfactor = 70);

-- By hours of the merchant's time zone, for a few weeks.
create table payment_hours (
  merchant_id text not null,
  dimension text not null,
  hour timestamptz not null,
  terminal_id text not null,
  value text not null,
  status text not null,
  count bigint not null,
  amount numeric not null,
  primary key (merchant_id, dimension, hour, terminal_id, value, status)
) with (fillfactor = 70);
create index payment_hours_age on payment_hours using brin (hour);

-- A zone that the database knows, else UTC. Merchants choose from the names of another program.
create function known_zone(zone text) returns text language plpgsql as $$
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;

-- The zone in which a merchant's payments were counted. Counting takes a shared lock of the row, a recount an exclusive one.
create table payment_zones (
  merchant_id text primary key references merchants,
  -- The merchant's setting at that time.
  asked text not null,
  time_zone text not null,
  -- The zone of its hours. Null if a release that used UTC counted them: they are counted again.
  hour_zone text
);

create function begin_counting() returns trigger language plpgsql as $$
begin
  insert into payment_zones (merchant_id, asked, time_zone, hour_zone)
  values (new.merchant_id, new.time_zone, known_zone(new.time_zone), known_zone(new.time_zone));
  return null;
end $$;

create trigger merchants_are_counted after insert on merchants
  for each row execute function begin_counting();

-- The dashboard: people, how they sign in, and their saved views

create table people (
  person_id text primary key,
  -- In lower case.
  email text not null unique,
  name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  -- Argon2id in the PHC string format; null before the first password.
  password_hash text,
  -- Earlier passwords, newest first; none of them is accepted again.
  previous_password_hashes text[] not null default '{}',
  last_sign_in_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now()
);

-- A null merchant_id is the platform: operators.
create table memberships (
  person_id text not null references people,
  merchant_id text references merchants,
  role text not null,
  reviewed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now(),
  -- A member whose access ended stays in the list of the team, and in the audit log.
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  unique nulls not distinct (person_id, merchant_id)
);
create index memberships_of_merchant on memberships (merchant_id, person_id);

-- A row for each browser that is signed in, deleted by a sign-out.
create table dashboard_sessions (
  -- Its name in lists; the cookie has another value.
  session_id text primary key,
  -- SHA-256 of the cookie's value.
  token_hash bytea not null unique,
  person_id text not null references people,
  -- The merchant whose pages it shows; null before one is chosen.
  merchant_id text references merchants,
  -- How the person authenticated, as in RFC 8176.
  methods text[] not null,
  -- When that was last.
  proved_at timestamptz(3) not null,
  -- A form that waits for a new authentication, encrypted under the cookie's value.
  held_form bytea,
  user_agent text not null default '',
  address text not null default '',
  last_seen_at timestamptz(3) not null default now(),
  ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  -- `sid` of an external identity provider's ID token, so the session ends with the sign-in there; else null.
  provider_session text,
  -- The ID token, with which a sign-out names the sign-in to the provider; encrypted under the cookie's value.
  id_token bytea
);
create index dashboard_sessions_of_person on dashboard_sessions (person_id);
create index dashboard_sessions_ends on dashboard_sessions (ends_at);
create index dashboard_sessions_of_provider on dashboard_sessions (provider_session)
  where provider_session is not null;

-- What the OpenID provider remembers between two requests of a sign-in. After a crash of the server people sign in again.
create unlogged table identity_payloads (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id)
);
create index identity_payloads_of_grant on identity_payloads (grant_id);
create index identity_payloads_ends on identity_payloads (expires_at);

-- Consecutive wrong passwords and codes, by a digest of the email, whether it is known or not.
create unlogged table sign_in_failures (
  name bytea primary key,
  failures integer not null,
  locked_until timestamptz,
  updated_at timestamptz not null default now()
);
create index sign_in_failures_age on sign_in_failures (updated_at);

-- Browsers of earlier sign-ins: failures in other browsers do not lock them out.
create table known_browsers (
  token_hash bytea not null,
  person_id text not null references people,
  last_used_at timestamptz not null default now(),
  primary key (token_hash, person_id)
);
create index known_browsers_age on known_browsers (last_used_at);

create table totp_secrets (
  person_id text primary key references people,
  sealed_secret bytea not null,
  -- Null until the first valid code.
  confirmed_at timestamptz(3),
  -- The time step of the last accepted code; that step and earlier ones are not accepted again.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null default now()
);

-- Codes of 120 random bits, so a plain SHA-256 protects them. A used one is deleted.
create table recovery_codes (
  code_hash bytea primary key,
  person_id text not null references people,
  created_at timestamptz(3) not null default now()
);
create index recovery_codes_of_person on recovery_codes (person_id);

create table passkeys (
  credential_id text primary key,
  person_id text not null references people,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index passkeys_of_person on passkeys (person_id);

-- Links that are shown once to the inviting user. Only a digest is stored.
create table invitations (
  invitation_id text primary key,
  token_hash bytea not null unique,
  email text not null,
  merchant_id text references merchants,
  role text not null,
  invited_by text not null,
  ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  unique nulls not distinct (email, merchant_id)
);
create index invitations_of_merchant on invitations (merchant_id);

-- Only the newest link of a person is valid.
create table password_links (
  person_id text primary key references people,
  token_hash bytea not null unique,
  ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);

-- How an external identity provider identifies a person: never by the email alone (OWASP ASVS 6.8.1).
create table person_identities (
  issuer text not null,
  subject text not null,
  person_id text not null references people,
  created_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
create index person_identities_of_person on person_identities (person_id);

create table saved_views (
  merchant_id text not null references merchants,
  view_id text not null,
  -- The owner; '' for a view that all users of the merchant share.
  person_id text not null,
  name text not null,
  -- Parameters of the list's page.
  filters jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, view_id),
  unique (merchant_id, person_id, name)
);

-- Simulators: ledgers apart from the gateway's tables, without foreign keys, so they can disagree with us as a bank can

create schema simulator;

create table simulator.charges (
  attempt_id text primary key,
  merchant_id text not null,
  provider text not null,
  provider_account_id text not null,
  transaction_id text not null,
  reference text not null,
  operation text not null,
  amount bigint not null,
  currency text not null,
  -- CHARGED, REFUSED, PENDING, AWAITING_SHOPPER, REVERSED; BARRED is a reversal that came before its charge.
  state text not null,
  -- The provider's answer, repeated to a repeated request.
  answer jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What the shopper's page shows, and where the browser returns; null for charges without a page.
  checkout jsonb,
  notice_url text,
  -- When the next notice is due, null if none is; and how often it will be sent again.
  notice_at timestamptz,
  notices_left integer not null default 0,
  -- Received amount of a bank transfer that was not sent back.
  received_amount bigint not null default 0 check (received_amount between 0 and amount),
  notice_signature text
);
create index charges_transaction on simulator.charges (merchant_id, transaction_id);
create index charges_reference on simulator.charges (merchant_id, reference);
create index charges_notice_due on simulator.charges (notice_at) where notice_at is not null;
-- Made-up 3-D Secure steps of testers, by the ID in the merchant's calls.
create index charges_made_up_action on simulator.charges (merchant_id, (answer #>> '{action,id}')) where answer ? 'action';

create table simulator.authentications (
  three_ds_server_trans_id text primary key,
  merchant_id text not null,
  transaction_id text not null,
  simulated_flow text not null,
  -- Overrides of metadata.authentication_simulator.
  overrides jsonb not null default '{}',
  acs_trans_id text,
  notification_url text,
  -- The shopper's choice on the challenge page: a transStatus letter or CANCELED; null before.
  chosen text,
  -- Amount and merchant as the challenge page shows them.
  display jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Arrivals of simulated bank transfers, each in full, and what is sent back to the payer.
create table simulator.transfers (
  transfer_id bigint generated always as identity primary key,
  attempt_id text not null,
  -- IN from the payer, OUT back to the payer.
  direction text not null check (direction in ('IN', 'OUT')),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now()
);
create index transfers_attempt on simulator.transfers (attempt_id);

-- Balances the account of each charge: an approved amount has arrived in full; otherwise the payer gets it back.
create function simulator.even_up() returns trigger language plpgsql as $$
declare
  missing bigint := new.amount - new.received_amount;
begin
  if new.state = 'CHARGED' and missing > 0 then
    insert into simulator.transfers (attempt_id, direction, amount) values (new.attempt_id, 'IN', missing);
    new.received_amount := new.amount;
  elsif new.state in ('REFUSED', 'REVERSED') and new.received_amount > 0 then
    insert into simulator.transfers (attempt_id, direction, amount)
    values (new.attempt_id, 'OUT', new.received_amount);
    new.received_amount := 0;
  end if;
  return new;
end
$$;
create trigger transfers_are_even before update of state on simulator.charges for each row
  when (new.checkout ->> 'method' = 'BANK_TRANSFER') execute function simulator.even_up();

-- Maintenance that only the owner of the tables may do: functions that run as the owner

-- Deletes events that are older than `days`, and never younger than 90, with their deliveries and attempts, merchant by merchant,
-- the oldest first. An event with a delivery that is due stays. The gateway's role cannot delete events in another way.
create function take_old_events(days integer, most integer)
returns table (source text, line text, at timestamptz) language sql
security definer set search_path = public, pg_temp as $$
  with old as (
    select oldest.merchant_id, oldest.event_id, oldest.created_at
    from merchants cross join lateral (
      select merchant_id, event_id, created_at from events
      where events.merchant_id = merchants.merchant_id
        and created_at < now() - make_interval(days => greatest(days, 90))
        -- Found by the event, never by going through all that is due.
        and 'PENDING' <> all (
          select status from deliveries
          where deliveries.merchant_id = events.merchant_id and deliveries.event_id = events.event_id)
      order by created_at limit most for update skip locked
    ) oldest
    limit most
  ), taken_events as (
    delete from events using old where events.merchant_id = old.merchant_id and events.event_id = old.event_id
    returning row_to_json(events)::text as line, old.created_at as at
  ), taken_deliveries as (
    delete from deliveries using old
    where deliveries.merchant_id = old.merchant_id and deliveries.event_id = old.event_id
    returning row_to_json(deliveries)::text as line, old.created_at as at
  ), taken_tries as (
    delete from delivery_tries using old
    where delivery_tries.merchant_id = old.merchant_id and delivery_tries.event_id = old.event_id
    returning row_to_json(delivery_tries)::text as line, old.created_at as at
  )
  select 'events', line, at from taken_events
  union all select 'deliveries', line, at from taken_deliveries
  union all select 'delivery_tries', line, at from taken_tries
$$;

-- Analyzes tables that have grown to four times what the server knows of them, or of which it knows nothing
-- (docs/decisions/0082-statistics-within-seconds.md). Autovacuum comes once a minute, and until then plans are guesses that the
-- server keeps. Unlogged tables are left out, because they are emptied regularly. Only columns of indexes and a tenth of the
-- usual sample are read: that is enough to choose a plan, and payments do not feel it.
create function analyze_young_tables() returns integer language plpgsql
security definer set search_path = public, pg_temp set default_statistics_target = 10 as $$
declare
  young record;
  analyzed integer := 0;
begin
  for young in
    select sized.oid::regclass as name, (
      select string_agg(quote_ident(attname), ', ') from pg_attribute
      where attrelid = sized.oid and attnum in (select unnest(indkey) from pg_index where indrelid = sized.oid)
    ) as columns
    from (
      select oid, reltuples, relpages, pg_relation_size(oid) / current_setting('block_size')::bigint as pages
      from pg_class
      where relkind = 'r' and relpersistence = 'p' and pg_has_role(relowner, 'USAGE')
        and relnamespace in ('public'::regnamespace, 'simulator'::regnamespace)
    ) sized
    where pages >= 4 and (reltuples < 0::real or pages >= 4 * relpages and pages < 4096)
    order by sized.oid
  loop
    -- Whoever holds the table is at it already, or changes it.
    execute format('analyze (skip_locked) %s %s', young.name, '(' || young.columns || ')');
    analyzed := analyzed + 1;
  end loop;
  return analyzed;
end $$;

-- Summarizes the newest full ranges of pages of the two BRIN indexes of `transactions`, back to the first that is done. By
-- autosummarize it would happen a minute later, and the worker would read the pages of that minute.
create function summarize_transactions() returns integer language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  latest record;
  range bigint;
  summarized integer := 0;
begin
  for latest in
    select indexrelid::regclass as name, indrelid::regclass as of,
      pg_relation_size(indrelid) / current_setting('block_size')::bigint / 32 - 1 as range
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relname ~ '^transactions_(created|finished)(_\d+)?$' and relnamespace = 'public'::regnamespace
  loop
    continue when latest.range < 0;
    begin
      -- A vacuum summarizes it, too, and is not kept waiting.
      execute format('lock table only %s in share update exclusive mode nowait', latest.of);
    exception when lock_not_available then continue;
    end;
    range := latest.range;
    while range >= 0 and summarized < 2000 and brin_summarize_range(latest.name, range * 32) > 0 loop
      range := range - 1;
      summarized := summarized + 1;
    end loop;
  end loop;
  return summarized;
end $$;
