-- Token-based wallets: the gateway's own key pairs, and the messages that were paid with.

create table wallet_keys (
  key_id text primary key,
  -- Uncompressed P-256 point in Base64, as the wallet asks for it.
  public_key text not null unique,
  sealed_private_key bytea not null,
  -- A retired key opens nothing any more.
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'RETIRED')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now()
);
create index wallet_keys_newest on wallet_keys (created_at desc, key_id desc);

-- A wallet token pays once: its message id is claimed in the commit that records the intent.
create table wallet_messages (
  merchant_id text not null,
  message_id text not null,
  transaction_id text not null,
  -- When the token itself expires; from then on nobody has to remember it.
  expires_at timestamptz not null,
  primary key (merchant_id, message_id)
);
create index wallet_messages_age on wallet_messages (expires_at);
