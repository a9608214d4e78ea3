-- The group of merchants that lives in this database, where there are several groups: one row at most, which stays. Whatever
-- makes identifiers reads here what they say.
create table merchant_group (
  is_only boolean primary key default true check (is_only),
  name text not null check (name ~ '^[a-z0-9]{1,6}$'),
  named_at timestamptz not null default now()
);
