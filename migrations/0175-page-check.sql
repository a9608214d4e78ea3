-- Last check of the payment pages (PCI DSS 11.6.1); at most one row.
create table if not exists page_check (
  is_only boolean primary key default true check (is_only),
  due_at timestamptz not null,
  -- When all pages were loaded, the last time; null if they never were.
  checked_at timestamptz,
  differences text[] not null default '{}',
  unreachable text[] not null default '{}'
);
