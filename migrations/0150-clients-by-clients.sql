-- The client that made this one; null for one that people, an operator or an earlier release made.
alter table clients add column if not exists created_by text;
create index if not exists clients_created_by on clients (created_by) where created_by is not null;

-- Its latest disabling: tokens from before are refused, also after it is active again.
alter table clients add column if not exists disabled_at timestamptz(3);
update clients set disabled_at = now() where status = 'DISABLED';
