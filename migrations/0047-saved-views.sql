-- Lists of payments that somebody gave a name to.

create table saved_views (
  merchant_id text not null references merchants,
  view_id text not null,
  -- Whose it is; '' for one that everybody of the merchant has.
  person_id text not null,
  name text not null,
  -- Parameters of the list's page.
  filters jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, view_id),
  unique (merchant_id, person_id, name)
);
