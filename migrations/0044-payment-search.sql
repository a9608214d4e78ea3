-- What people look payments up by, beside the payments themselves: written by the worker a moment later, so that no
-- payment pays for it. Statuses are not here: they are read from `transactions`.

-- How the worker finds the latest payments. Such an index has a few bytes for each megabyte of the table and costs a
-- payment nothing.
create index transactions_created on transactions using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index transactions_finished on transactions using brin (finished_at) with (pages_per_range = 32, autosummarize = on);

-- Facts that never change, but for an e-mail that is erased.
create table payment_search (
  merchant_id text not null,
  id text not null,
  created_at timestamptz(3) not null,
  terminal_id text not null,
  transaction_type text not null,
  -- Of a card or account.
  last_four text,
  bin text,
  -- In small letters.
  email text,
  customer_id text,
  amount bigint not null,
  currency text not null,
  brand text,
  method text not null,
  -- Whether the sums of its day hold it.
  counted boolean not null default false,
  primary key (merchant_id, id)
);
create index payment_search_terminal on payment_search (merchant_id, terminal_id, created_at desc, id desc);
create index payment_search_last_four on payment_search (merchant_id, last_four, created_at desc, id desc)
  where last_four is not null;
create index payment_search_email on payment_search (merchant_id, email, created_at desc, id desc)
  where email is not null;
create index payment_search_customer on payment_search (merchant_id, customer_id, created_at desc, id desc)
  where customer_id is not null;
create index payment_search_amount on payment_search (merchant_id, amount, created_at desc, id desc);
-- Most are cards that are charged; of those the newest list is as good as an index.
create index payment_search_type on payment_search (merchant_id, transaction_type, created_at desc, id desc)
  where transaction_type not in ('AUTHORIZE', 'PURCHASE');
create index payment_search_uncounted on payment_search (merchant_id, created_at) where not counted;

-- How far the worker has come. Whoever is at it holds the row.
create table gathering_marks (
  name text primary key,
  -- Null before the first time.
  reached timestamptz
);
insert into gathering_marks (name) values ('payments');

-- Customers whose e-mails must not be found any more, not even of payments that the worker has yet to come to.
create table erased_customers (
  merchant_id text not null,
  customer_id text not null,
  erased_at timestamptz not null,
  primary key (merchant_id, customer_id)
);
