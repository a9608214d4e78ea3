-- Block and allow lists (docs/reference/lists.md).
create table if not exists list_entries (
  merchant_id text not null references merchants,
  list_entry_id text not null,
  list text not null check (list in ('block', 'allow')),
  kind text not null
    check (kind in ('card_hash', 'bin', 'email', 'email_domain', 'customer_id', 'customer_ip', 'country')),
  -- What payments are compared with: the kind, and a keyed digest or the value of a BIN, a country, a domain or a network.
  match text not null,
  -- As answers show it: masked where `match` is a digest. Null for a hash that no record shows yet.
  value text,
  reason text,
  -- By the merchant's clock. Null: never.
  expires_at timestamptz,
  -- The client or the person that added it.
  created_by text not null,
  hits integer not null default 0,
  created_at timestamptz(3) not null,
  primary key (merchant_id, list_entry_id)
);
-- Payments look their values up here.
create unique index if not exists list_entries_match on list_entries (merchant_id, match, list);
create index if not exists list_entries_newest on list_entries (merchant_id, list, created_at desc, list_entry_id desc);

-- True if the merchant has list entries: payments of others look nothing up.
alter table merchants add column if not exists uses_lists boolean not null default false;
