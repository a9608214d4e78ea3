-- The simulators' own books, apart from the gateway's tables: no foreign keys, so that they can disagree with us as a
-- bank can.

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
  -- The answer the provider gave, so that a repeated question gets it again.
  answer jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index charges_transaction on simulator.charges (merchant_id, transaction_id);
create index charges_reference on simulator.charges (merchant_id, reference);

create table simulator.authentications (
  three_ds_server_trans_id text primary key,
  merchant_id text not null,
  transaction_id text not null,
  simulated_flow text not null,
  -- Overrides of metadata.authentication_simulator.
  overrides jsonb not null default '{}',
  acs_trans_id text,
  notification_url text,
  -- What the shopper chose on the challenge page: a transStatus letter or CANCELED; null until then.
  chosen text,
  -- Amount and merchant as the challenge page shows them.
  display jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
