-- Who takes part: merchants with their terminals, provider accounts, keys and clients, and what operators changed.

create table merchants (
  merchant_id text primary key,
  name text not null,
  country text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  tokenization_enabled boolean not null default true,
  settlement_currency text,
  exchange_rates jsonb not null default '{}',
  external_client_ids text[] not null default '{}',
  client_key text not null unique,
  -- Grows with every change of the merchant, its terminals, accounts and keys. An intent is recorded only under the
  -- version it was decided on, so that a change holds for every request that starts after it.
  config_version bigint not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now()
);

-- A foreign identity provider names a merchant by its own client id.
create index merchants_external_client_ids on merchants using gin (external_client_ids);

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
  updated_at timestamptz not null default now()
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
  updated_at timestamptz not null default now()
);
create index provider_accounts_merchant on provider_accounts (merchant_id, created_at);

-- OAuth clients. A null merchant_id is an operator's. Secrets are 190 random bits, so a plain SHA-256 protects them
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
  -- Null while it is the merchant's current key; a rotated one keeps decrypting until then.
  retires_at timestamptz,
  -- To the microsecond: which of two keys is newer decides which one merchants are given.
  created_at timestamptz not null default now()
);
create index encryption_keys_merchant on encryption_keys (merchant_id, created_at desc);

-- The keys that sign access tokens, as JWKs sealed under the master key.
create table signing_keys (
  key_id text primary key,
  sealed_jwk bytea not null,
  created_at timestamptz(3) not null default now()
);

create table audit_log (
  audit_id text primary key,
  merchant_id text,
  actor text not null,
  action text not null,
  subject text not null,
  -- What changed; never a secret.
  changes jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
create index audit_log_newest on audit_log (created_at desc, audit_id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are written once', tg_table_name;
end $$;

create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change();

-- Failed token requests and rate limits, counted over all processes. Losing them in a crash costs nothing.
create unlogged table rate_counters (
  name text not null,
  merchant_id text not null default '',
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (name, merchant_id, window_start)
);

-- First answers to requests that carry an Idempotency-Key, kept for 24 hours.
create table idempotency_keys (
  -- The merchant, or the operator's client.
  merchant_id text not null,
  method text not null,
  path text not null,
  key text not null,
  body_digest bytea not null,
  -- Who runs it may hold it until then; afterwards somebody else may take it over.
  held_until timestamptz,
  status_code integer,
  sealed_answer bytea,
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, method, path, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
