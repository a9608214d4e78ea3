-- Makes a migrated database a distributed one: the rows of each merchant lie together on one server. Run once, by the
-- owner of the tables, where Citus is installed and its servers were added (docs/operate/cluster.md#citus). Citus takes one
-- statement at a time, so an empty line parts them.

-- Triggers are what Citus calls unsafe: ours look at no row but the one that changes.
set local citus.enable_unsafe_triggers = on;

-- All of this is one SQL transaction, so over one connection to each server.
set local citus.multi_shard_modify_mode = 'sequential';

-- Keys that do not name the merchant. Ids are random, so an index of each shard finds what a unique one would.
drop index authentications_by_id;

create index authentications_by_id on authentications (three_ds_server_trans_id);

drop index sessions_by_id;

create index sessions_by_id on sessions (session_id);

alter table webhook_endpoints drop constraint webhook_endpoints_pkey, add primary key (merchant_id, webhook_endpoint_id);

-- Merchants stay with the rest of the configuration, on the coordinator.
alter table customers drop constraint customers_merchant_id_fkey;

alter table data_keys drop constraint data_keys_merchant_id_fkey;

alter table sessions drop constraint sessions_merchant_id_fkey;

alter table webhook_endpoints drop constraint webhook_endpoints_merchant_id_fkey;

-- Between rows of one merchant foreign keys hold; they are put back when both sides are distributed.
alter table payment_methods drop constraint payment_methods_merchant_id_customer_id_fkey,
  drop constraint payment_methods_merchant_id_data_key_id_fkey;

select create_distributed_table('transactions', 'merchant_id');

select create_distributed_table(name::regclass, 'merchant_id', colocate_with => 'transactions')
from unnest(array['attempts', 'authentication_secrets', 'authentications', 'customers', 'data_keys', 'deliveries',
  'delivery_tries', 'events', 'ledger_entries', 'order_references', 'payment_methods', 'sessions', 'wallet_messages',
  'webhook_endpoints']) as name;

alter table payment_methods add constraint payment_methods_merchant_id_customer_id_fkey
  foreign key (merchant_id, customer_id) references customers on delete cascade;

alter table payment_methods add constraint payment_methods_merchant_id_data_key_id_fkey
  foreign key (merchant_id, data_key_id) references data_keys;

-- The version of each merchant's configuration, a copy on every server: an intent is recorded only under the version it
-- was decided on. Changes of it are committed everywhere or nowhere.
create table merchant_versions (merchant_id text primary key, config_version bigint not null);

insert into merchant_versions select merchant_id, config_version from merchants;

select create_reference_table('merchant_versions');

create function copy_merchant_version() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into merchant_versions (merchant_id, config_version) values (new.merchant_id, new.config_version)
  on conflict (merchant_id) do update set config_version = excluded.config_version;
  return null;
end $$;

create trigger merchants_have_versions after insert or update of config_version on merchants
  for each row execute function copy_merchant_version();

-- Statements go to shards without asking the coordinator first, so each holds its shard where it is, and one that was
-- sent to a server whose shard has moved away does nothing.
create function hold_shard() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  shard bigint := substring(tg_table_name from '_(\d+)$');
begin
  if shard is not null then
    -- In share mode, as Citus itself does before it writes.
    perform lock_shard_metadata(5, array[shard]);
    perform from pg_dist_placement join pg_dist_local_group using (groupid) where shardid = shard;
    if not found then raise exception 'shard % has moved', shard using errcode = 'TG001'; end if;
  end if;
  return null;
end $$;

do $$
declare
  name regclass;
begin
  for name in select logicalrelid from pg_dist_partition where partmethod = 'h' loop
    execute format('create trigger hold_shard before insert or update or delete on %s
      for each statement execute function hold_shard()', name);
  end loop;
end $$;

-- On each server, what is left of its shards' secrets (migrations/0016-erase-secrets.sql).
create or replace function erase_forgotten_secrets() returns void language plpgsql
security definer set search_path = public, pg_temp set lock_timeout = '100ms'
set citus.enable_manual_changes_to_shards = on as $$
declare
  shard bigint;
  kept authentication_secrets[];
begin
  for shard in
    select shardid from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_local_group using (groupid)
    where logicalrelid = 'authentication_secrets'::regclass order by shardid
  loop
    perform lock_shard_metadata(5, array[shard]);
    execute format('lock table authentication_secrets_%s in access exclusive mode', shard);
    execute format('select array(select row(secret.*)::authentication_secrets from authentication_secrets_%s secret)', shard)
      into kept;
    execute format('truncate authentication_secrets_%s', shard);
    execute format('insert into authentication_secrets_%s select * from unnest($1)', shard) using kept;
  end loop;
  delete from forgotten_secrets;
end $$;

grant select on merchant_versions to public;
