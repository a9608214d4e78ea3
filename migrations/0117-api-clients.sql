-- Several API clients per merchant. Null permissions: the client that came with the merchant, which keeps everything; its
-- tokens need no look-up. A narrow client has no scopes, so a process of the previous release gives its tokens no access.
-- `updated_at` is when the secret was set; other changes leave it alone.
alter table clients
  add column name text,
  add column permissions text[],
  add column terminal_ids text[],
  add column allowed_addresses text[],
  -- By the merchant's test clock, as is previous_secret_until.
  add column expires_at timestamptz(3),
  add column status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  add column previous_secret_hash bytea,
  add column previous_secret_until timestamptz(3),
  add column last_used_at timestamptz(3),
  add column last_used_address text,
  -- The ends that `client.secret_expiring` was sent for.
  add column warned_of_expiry timestamptz(3),
  add column warned_of_previous_secret timestamptz(3),
  add constraint clients_previous_secret check ((previous_secret_hash is null) = (previous_secret_until is null));

-- Clients with a secret that ends, which the worker looks through.
create index clients_with_an_end on clients (merchant_id, client_id)
  where expires_at is not null or previous_secret_until is not null;
