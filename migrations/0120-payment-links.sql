-- Prices with an address: each payment is that of a session which the link's page opened.
create table if not exists payment_links (
  merchant_id text not null references merchants,
  payment_link_id text not null,
  terminal_id text not null,
  -- Belongs to the link in `order_references`. Payments of a reusable link have `<reference>-<number>`.
  reference text not null,
  description text not null,
  currency text not null,
  transaction_type text not null check (transaction_type in ('AUTHORIZE', 'PURCHASE')),
  -- Null if the shopper enters it, within the two limits.
  amount bigint,
  amount_min bigint,
  amount_max bigint,
  -- Null: no limit.
  max_payments integer check (max_payments > 0),
  customer jsonb not null,
  country text,
  -- json, not jsonb: stored as the merchant wrote it, numbers to the last digit.
  metadata json,
  -- What its hosted page offers; null for all that the terminal accepts.
  payment_methods text[],
  save_card text not null check (save_card in ('no', 'yes', 'ask')),
  return_url text,
  locale text,
  message text,
  -- As the merchant gave it, by the merchant's clock. Null: never.
  expires_at timestamptz,
  -- The same time by the clock of the database: the test clock moves it.
  ends_at timestamptz,
  -- When the worker checks whether it expired; null after the check.
  end_due_at timestamptz,
  disabled_at timestamptz,
  -- Payments in progress. Each has reserved a place, which it uses or gives back.
  running integer not null default 0 check (running >= 0),
  payments integer not null default 0,
  collected_amount bigint not null default 0,
  -- The latest approved payment.
  last_transaction_id text,
  -- Where the search for the next free reference begins.
  next_number integer not null default 1,
  opened_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null default now(),
  primary key (merchant_id, payment_link_id),
  check ((amount is null) = (amount_min is not null) and (amount is null) = (amount_max is not null)),
  check (max_payments is null or payments + running <= max_payments)
);
-- Browsers know only the ID.
create unique index if not exists payment_links_by_id on payment_links (payment_link_id);
create index if not exists payment_links_newest on payment_links (merchant_id, created_at desc, payment_link_id desc);
create index if not exists payment_links_end_due on payment_links (end_due_at) where end_due_at is not null;

alter table sessions add column if not exists payment_link_id text, add column if not exists payment_methods text[];
create index if not exists sessions_of_payment_link on sessions (merchant_id, payment_link_id, created_at desc, session_id desc)
  where payment_link_id is not null;

alter table transactions add column if not exists payment_link_id text;
create index if not exists transactions_of_payment_link on transactions (merchant_id, payment_link_id, created_at desc, id desc)
  where payment_link_id is not null;

alter table order_references
  drop constraint if exists order_references_kind_check,
  add constraint order_references_kind_check
    check (kind in ('transaction', 'session', 'payment', 'payout', 'payment_link')) not valid;
