-- What a connection to a real provider needs beyond a simulator's: credentials, the provider's own names of charges,
-- notices with a signature, and what was said on the wire.

create table provider_credentials (
  provider_account_id text not null references provider_accounts (provider_account_id),
  name text not null,
  merchant_id text not null,
  -- Under the master key, bound to account and name.
  sealed_value bytea not null,
  -- A keyed digest that tells an operator which value it is.
  fingerprint text not null,
  -- The value before, which counts too until then.
  sealed_previous bytea,
  previous_until timestamptz,
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (provider_account_id, name)
);

-- What the provider calls the charge; null where it has not said.
alter table attempts add column provider_reference text;

-- Notices whose signature was right, each once, with fields from a list of harmless ones.
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

-- Requests to providers and their answers, by fields from lists of harmless ones.
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

alter table simulator.charges add column notice_signature text;
