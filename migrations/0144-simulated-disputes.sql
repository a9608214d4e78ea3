-- The ledger of the simulated providers for disputes: what they say if they are asked.
create table if not exists simulator.disputes (
  dispute_id text primary key,
  merchant_id text not null,
  provider text not null,
  provider_account_id text not null,
  attempt_id text not null,
  transaction_id text not null,
  amount bigint not null,
  currency text not null,
  stage text not null,
  status text not null,
  respond_by timestamptz not null,
  -- Money taken (WITHDRAWN) and given back (REINSTATED), the oldest first: `[{ "kind", "amount" }]`.
  movements jsonb not null default '[]',
  notice_url text not null,
  notice_signature text,
  notice_at timestamptz,
  notices_left integer not null default 0,
  created_at timestamptz not null default now()
);
create index if not exists simulated_disputes_notice_due on simulator.disputes (notice_at) where notice_at is not null;
-- Charges that a tester has disputed, until their case is open.
create index if not exists charges_to_dispute on simulator.charges (attempt_id) where answer ? 'dispute' and state = 'CHARGED';
