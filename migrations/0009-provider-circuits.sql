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
