-- What the simulated scheme knows of agreements: the IDs that it issued, each for one card.
create table if not exists simulator.network_transactions (
  network_transaction_id text primary key,
  merchant_id text not null,
  -- Keyed hash of the card, as the gateway's records show it.
  card_hash text not null,
  -- Since when charges are refused; null while the ID is good.
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
-- Of charges of an agreement: CUSTOMER or MERCHANT, the purpose, and the scheme's ID.
alter table simulator.charges
  add column if not exists initiated_by text,
  add column if not exists purpose text,
  add column if not exists network_transaction_id text,
  add column if not exists has_security_code boolean;
