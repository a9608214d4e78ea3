-- What merchants are told, written in the commit that makes a status final.

create table webhook_endpoints (
  webhook_endpoint_id text primary key,
  merchant_id text not null references merchants,
  -- Null: events of all the merchant's terminals.
  terminal_id text,
  url text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  sealed_secret bytea not null,
  -- The secret before the last rotation signs too until then.
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now()
);
create index webhook_endpoints_merchant on webhook_endpoints (merchant_id, created_at);

create table events (
  merchant_id text not null,
  -- The `webhook-id` header, the same on every try.
  event_id text not null,
  event text not null,
  transaction_id text not null,
  -- json, not jsonb: exactly the bytes every delivery sends.
  payload json not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, event_id),
  -- One event per transaction and name, whatever happens.
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
  -- When it is due; a claim moves it ahead, so that a worker that dies gives it back.
  next_attempt_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (merchant_id, event_id, webhook_endpoint_id)
);
-- Claims take a few of every endpoint, the longest due first.
create index deliveries_due on deliveries (webhook_endpoint_id, next_attempt_at) where status = 'PENDING';
