-- A security code must not outlive its payment. A row that is deleted, or an old version of one, stays in its data file
-- until something else is written over it, which no vacuum makes sure of: it gives the place back and leaves the bytes.
-- So the file itself is replaced: what still waits for its shopper moves to a new one, and the old one is emptied and
-- removed with the commit.

-- Says that bytes nobody may keep are in the file. Losing it in a crash is no loss: a crash empties the file as well.
create unlogged table forgotten_secrets (
  forgotten_at timestamptz not null default clock_timestamp()
);
-- Of payments before there was this file.
insert into forgotten_secrets default values;

create function note_forgotten_secret() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into forgotten_secrets default values;
  return null;
end $$;

create trigger secrets_deleted after delete on authentication_secrets
  for each row execute function note_forgotten_secret();
create trigger secrets_replaced after update on authentication_secrets
  for each row when (old.sealed_key is distinct from new.sealed_key) execute function note_forgotten_secret();

-- Belongs to the owner of the tables, so that whoever the gateway connects as need not be allowed to truncate. It waits
-- for the table only for a moment, because every payment with 3-D Secure then waits behind it.
create function erase_forgotten_secrets() returns void language plpgsql
security definer set search_path = public, pg_temp set lock_timeout = '100ms' as $$
declare
  kept authentication_secrets[];
begin
  lock table authentication_secrets in access exclusive mode;
  kept := array(select secret from authentication_secrets secret);
  truncate authentication_secrets;
  -- All columns, also those of later migrations.
  insert into authentication_secrets select * from unnest(kept);
  delete from forgotten_secrets;
end $$;
