-- Customers and the cards they keep with a merchant.

create table customers (
  merchant_id text not null references merchants,
  customer_id text not null,
  first_name text,
  last_name text,
  address text,
  city text,
  country text,
  postal_code text,
  email text,
  phone text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, customer_id)
);
create index customers_newest on customers (merchant_id, created_at desc, customer_id desc);

-- The keys that encrypt stored cards, one in use per merchant, each sealed under the master key.
create table data_keys (
  merchant_id text not null references merchants,
  key_id text not null,
  sealed_key bytea not null,
  -- Null while new cards are encrypted under it; a retired key goes once the last card has left it.
  retired_at timestamptz,
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, key_id)
);
create unique index data_keys_in_use on data_keys (merchant_id) where retired_at is null;
create index data_keys_retired on data_keys (merchant_id, key_id) where retired_at is not null;

-- Card number and expiry, encrypted and bound to this row; never a security code (PCI DSS 3.3.1).
create table payment_methods (
  merchant_id text not null,
  token text not null,
  -- Null: belongs to nobody, now and later.
  customer_id text,
  -- The payment that stores it. PENDING until that is approved; erased where it ends otherwise.
  transaction_id text not null,
  state text not null check (state in ('PENDING', 'ACTIVE')),
  masked text not null,
  brand text,
  hash text not null,
  data_key_id text not null,
  sealed_card bytea not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  primary key (merchant_id, token),
  -- A customer who goes takes every card along, also one that is being stored at this moment.
  foreign key (merchant_id, customer_id) references customers on delete cascade,
  -- A key that is going away meanwhile stays as long as a card needs it.
  foreign key (merchant_id, data_key_id) references data_keys
);
create index payment_methods_of_customer on payment_methods (merchant_id, customer_id, created_at desc, token desc);
create index payment_methods_under_key on payment_methods (merchant_id, data_key_id, token);

-- The token of the card this payment is to store, shown once it is approved.
alter table transactions add column stored_token text;

-- Keys that protect more than one merchant's values, sealed under the master key.
create table vault_keys (
  name text primary key,
  sealed_key bytea not null,
  created_at timestamptz(3) not null default now()
);

-- What operators asked for: everything wrapped anew under one master key, and new data keys. The newest one counts, and
-- only workers that hold that master key carry it out.
create table key_rotations (
  rotation_id text primary key,
  master_key_id text not null,
  requested_at timestamptz(3) not null default now(),
  completed_at timestamptz(3)
);
create index key_rotations_newest on key_rotations (requested_at desc, rotation_id desc);
