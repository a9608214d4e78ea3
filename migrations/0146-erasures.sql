-- Erasure of personal data (docs/reference/erasure.md): of a person, or of all payments before a moment.
create table if not exists erasures (
  merchant_id text not null references merchants,
  erasure_id text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'COMPLETED')),
  -- The person, forgotten with the completion. An email finds the customers that have it, who are added.
  customer_ids text[] not null default '{}',
  email text,
  -- Of an erasure by age; null for a person's.
  created_before timestamptz(3),
  transactions bigint not null default 0,
  events bigint not null default 0,
  -- A pass goes through the tables one after the other, each from `pass_from` on; this is how far it has come.
  step smallint not null default 0,
  reached_at timestamptz(3) not null,
  reached_id text not null default '',
  pass_from timestamptz(3) not null,
  -- Where another pass begins if something is left.
  next_from timestamptz(3) not null default now() - interval '5 minutes',
  -- Null after the completion.
  due_at timestamptz default now(),
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  primary key (merchant_id, erasure_id),
  check ((status = 'PENDING') = (due_at is not null))
);
create index if not exists erasures_due on erasures (due_at) where due_at is not null;

-- When personal data in the row was erased.
alter table transactions add column if not exists erased_at timestamptz(3);
alter table sessions add column if not exists erased_at timestamptz(3);
alter table payment_links add column if not exists erased_at timestamptz(3);
alter table agreements add column if not exists erased_at timestamptz(3);
