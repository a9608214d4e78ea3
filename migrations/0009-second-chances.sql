-- A declined payment is tried again elsewhere, and provider accounts that do not answer are left alone for a while.

-- Of a payment that is tried more than once, the try that decides; null while there is but one. What an earlier one
-- comes to must not end the payment while a later one is being asked.
alter table transactions add column latest_attempt_id text;

-- Which provider accounts fail at the moment, shared by all processes. Losing it in a crash costs a few probes.
create unlogged table provider_circuits (
  merchant_id text not null,
  provider_account_id text not null,
  -- In a row; the circuit opens at a number of them that the code knows.
  failures integer not null,
  opened_at timestamptz,
  -- When an open circuit lets one request through again.
  probe_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (merchant_id, provider_account_id)
);
