-- Sessions: orders that a shopper pays in the browser, with as many tries as it takes.

create table sessions (
  merchant_id text not null references merchants,
  session_id text not null,
  terminal_id text not null,
  -- Held in `order_references` by the session; its tries share it.
  reference text not null,
  description text not null,
  currency text not null,
  amount bigint not null,
  transaction_type text not null check (transaction_type in ('AUTHORIZE', 'PURCHASE')),
  return_url text not null,
  customer jsonb not null,
  country text,
  -- json, not jsonb: kept as the merchant wrote it, numbers to the last digit.
  metadata json,
  -- Stored cards the merchant offers to whoever pays here, beside those of the session's customer.
  payment_method_ids text[] not null,
  save_card text not null check (save_card in ('no', 'yes', 'ask')),
  -- How often a browser sent something to pay with; there is an end to it, because cards are tested that way.
  submits integer not null default 0,
  -- How many tries were recorded. Who ends a session names the number it saw, so that no try slips in between.
  tries integer not null default 0,
  -- The shopper left for good.
  canceled_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, session_id)
);
-- Browsers know nothing but the id.
create unique index sessions_by_id on sessions (session_id);

alter table transactions
  -- The session this is a try of.
  add column session_id text,
  -- The page of ours the shopper pays on, its language and the room it has for a bank's page.
  add column shopper_page jsonb;

-- A session has one live try, and once one is approved there is no other.
create unique index transactions_live_try on transactions (merchant_id, session_id)
  where session_id is not null and status in ('PENDING', 'APPROVED');
create index transactions_of_session on transactions (merchant_id, session_id, created_at desc, id desc)
  where session_id is not null;
