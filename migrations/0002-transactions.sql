-- What merchants ask for and what became of it.

-- One namespace of references per terminal, for authorize, sessions, payments and payouts (contract section 4). The
-- primary key settles which of two simultaneous requests is executed.
create table order_references (
  merchant_id text not null,
  terminal_id text not null,
  reference text not null,
  kind text not null check (kind in ('transaction', 'session', 'payment', 'payout')),
  -- The transaction or session that holds the reference.
  holder_id text not null,
  primary key (merchant_id, terminal_id, reference)
);

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
  -- When somebody has to look at a pending transaction again, on the database's clock.
  due_at timestamptz,
  -- When a transaction that waits for the shopper or a confirmation ends by itself.
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
  -- json, not jsonb: kept as the merchant wrote it, numbers to the last digit.
  metadata json,
  data jsonb,
  -- What a later step needs and no answer shows: browser data and the merchant's 3DS notification address.
  browser_info jsonb,
  notification_url text,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  check ((status = 'PENDING') = (due_at is not null)),
  check ((status = 'PENDING') = (awaiting is not null))
);
create index transactions_newest on transactions (merchant_id, created_at desc, id desc);
create index transactions_order on transactions (merchant_id, order_id);
create index transactions_reference on transactions (merchant_id, reference);
-- Only pending ones have a due_at. Said this way, no plan for one pending transaction can prefer reading all of them.
create index transactions_due on transactions (due_at) where due_at is not null;

-- A final status never changes. The code moves rows with guarded updates; this holds even if some code forgets to.
create function refuse_status_change() returns trigger language plpgsql as $$
begin
  raise exception 'transaction % is final: % cannot become %', old.id, old.status, new.status;
end $$;

create trigger final_status_never_changes before update of status on transactions
  for each row when (old.status not in ('CREATED', 'PENDING') and new.status is distinct from old.status)
  execute function refuse_status_change();

-- One try with one provider account.
create table attempts (
  merchant_id text not null,
  attempt_id text not null,
  transaction_id text not null,
  number integer not null,
  provider text not null,
  provider_account_id text not null,
  -- ASKING until an answer is known; REVERSING while a charge nobody wants is being taken back.
  state text not null check (state in ('ASKING', 'ANSWERED', 'REVERSING', 'REVERSED')),
  processing_code text,
  response_message text,
  -- The provider did not know the try when first asked; it may still arrive for a while.
  not_found_since timestamptz,
  reverse_at timestamptz,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  primary key (merchant_id, attempt_id),
  unique (merchant_id, transaction_id, number)
);
create index attempts_to_reverse on attempts (reverse_at) where state = 'REVERSING';

-- One run of 3-D Secure for one attempt: fingerprint, then perhaps a challenge.
create table authentications (
  merchant_id text not null,
  three_ds_server_trans_id text not null,
  transaction_id text not null,
  attempt_id text not null,
  round integer not null,
  -- The step due at the shopper's browser; TAKEN once somebody brought it back and executes or executed it.
  step text not null check (step in ('FINGERPRINT', 'CHALLENGE', 'TAKEN')),
  message_version text not null,
  three_ds_method_url text,
  -- Our own notification address was called by the method page.
  method_completed boolean not null default false,
  acs_url text,
  acs_trans_id text,
  -- Keyed digests of the payment_data issued for each step; a value with no digest here is not ours.
  fingerprint_digest bytea not null,
  challenge_digest bytea,
  -- The worst status a browser or caller brought so far.
  brought_status text,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  primary key (merchant_id, three_ds_server_trans_id)
);
create unique index authentications_by_id on authentications (three_ds_server_trans_id);
create index authentications_transaction on authentications (merchant_id, transaction_id);

-- The only place a security code ever rests, sealed, while the shopper authenticates. UNLOGGED: never in WAL, backup or
-- replica. Deleted with the final status; afterwards a kept payment_data cannot be opened by anybody.
create unlogged table authentication_secrets (
  merchant_id text not null,
  transaction_id text not null,
  -- The key of this transaction's payment_data, sealed under the master key.
  sealed_key bytea not null,
  -- The payment_data now due.
  payment_data text not null,
  primary key (merchant_id, transaction_id)
);
