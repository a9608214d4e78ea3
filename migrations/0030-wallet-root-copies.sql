-- What the address of a wallet's root keys answered last, so that a process that starts while it is out of order has them.

create table wallet_root_copies (
  address text primary key,
  -- The wallet's JSON as it came; public keys, so nothing of it is secret.
  keys text not null,
  -- Keyed, over address and keys: a copy that the gateway did not write is not believed.
  digest bytea not null,
  -- Until then nobody need ask the address.
  fresh_until timestamptz(3) not null,
  fetched_at timestamptz(3) not null default now()
);
