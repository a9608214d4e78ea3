-- When the command last completed a backup; at most one row.
create table if not exists last_backup (
  is_only boolean primary key default true check (is_only),
  taken_at timestamptz not null
);
