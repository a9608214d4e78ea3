-- Makes a migrated database a distributed one: the rows of each merchant lie together on one server. Run once, by the
-- owner of the tables, where Citus is installed and its servers were added (docs/operate/citus.md). Citus takes one
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

alter table provider_notices drop constraint provider_notices_pkey,
  add primary key (merchant_id, provider_account_id, notice_key);

-- Merchants stay with the rest of the configuration, on the coordinator.
alter table payment_zones drop constraint payment_zones_merchant_id_fkey;

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
  'delivery_tries', 'erased_customers', 'events', 'ledger_entries', 'order_references', 'payment_days', 'payment_hours',
  'payment_methods', 'payment_search', 'payment_zones', 'provider_notices', 'sessions', 'tried_cards', 'wallet_messages',
  'webhook_endpoints']) as name;

alter table payment_methods add constraint payment_methods_merchant_id_customer_id_fkey
  foreign key (merchant_id, customer_id) references customers on delete cascade;

alter table payment_methods add constraint payment_methods_merchant_id_data_key_id_fkey
  foreign key (merchant_id, data_key_id) references data_keys;

-- What statements at a shard ask of `merchants`, a copy on every server: an intent is recorded only under the version of
-- the configuration that it was decided on. Changes are committed everywhere or nowhere; where a server or the coordinator
-- was lost between the two steps of a commit, once Citus has recovered its prepared transactions.
create table merchant_copies (merchant_id text primary key, config_version bigint not null, time_zone text not null);

insert into merchant_copies (merchant_id, config_version, time_zone) select merchant_id, config_version, time_zone from merchants;

select create_reference_table('merchant_copies');

grant select on merchant_copies to public;

create function copy_merchant() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into merchant_copies (merchant_id, config_version, time_zone)
  values (new.merchant_id, new.config_version, new.time_zone)
  on conflict (merchant_id) do update set config_version = excluded.config_version, time_zone = excluded.time_zone;
  return null;
end $$;

create trigger merchants_are_copied after insert or update of config_version, time_zone on merchants
  for each row execute function copy_merchant();

-- How far the worker has come in each shard, beside `gathering_marks`. The merchant is an invented one that lies there.
create table shard_marks (
  merchant_id text not null,
  name text not null,
  reached timestamptz,
  primary key (merchant_id, name)
);

select create_distributed_table('shard_marks', 'merchant_id', colocate_with => 'transactions');

grant select, update on shard_marks to public;

insert into shard_marks (merchant_id, name)
select min(invented), 'payments' from (
  select invented, get_shard_id_for_distribution_column('shard_marks', invented) as shard
  from (select 'shard ' || number as invented from generate_series(1, 10000) as number) names
) placed group by shard;

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
  -- Also those of later migrations.
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = 'authentication_secrets'::regclass and attnum > 0 and not attisdropped
  );
begin
  for shard in
    select shardid from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_local_group using (groupid)
    where logicalrelid = 'authentication_secrets'::regclass order by shardid
  loop
    perform lock_shard_metadata(5, array[shard]);
    execute format('lock table authentication_secrets_%s in access exclusive mode', shard);
    execute format('select array(select row(%s)::authentication_secrets from authentication_secrets_%s)', columns, shard)
      into kept;
    execute format('truncate authentication_secrets_%s', shard);
    execute format('insert into authentication_secrets_%s (%s) select %s from unnest($1)', shard, columns, columns)
      using kept;
  end loop;
  delete from forgotten_secrets;
end $$;

-- On each server, old events of its shards (migrations/0081-old-events-leave.sql): no more of them once `most` rows left.
create or replace function take_old_events(days integer, most integer)
returns table (source text, line text, at timestamptz) language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  own record;
  taken bigint;
begin
  for own in
    select 'events_' || min(shardid) filter (where logicalrelid = 'events'::regclass) as events,
      'deliveries_' || min(shardid) filter (where logicalrelid = 'deliveries'::regclass) as deliveries,
      'delivery_tries_' || min(shardid) filter (where logicalrelid = 'delivery_tries'::regclass) as tries,
      (select 'merchant_copies_' || shardid from pg_dist_shard where logicalrelid = 'merchant_copies'::regclass) as merchants
    from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_local_group using (groupid)
    where logicalrelid in ('events'::regclass, 'deliveries'::regclass, 'delivery_tries'::regclass)
    group by shardminvalue
  loop
    return query execute format($statement$
      with old as (
        select oldest.merchant_id, oldest.event_id, oldest.created_at
        from %4$I as merchants cross join lateral (
          select merchant_id, event_id, created_at from %1$I as events
          where events.merchant_id = merchants.merchant_id
            and created_at < now() - make_interval(days => greatest($1, 90))
            and 'PENDING' <> all (
              select status from %2$I as deliveries
              where deliveries.merchant_id = events.merchant_id and deliveries.event_id = events.event_id)
          order by created_at limit $2 for update skip locked
        ) oldest
        limit $2
      ), taken_events as (
        delete from %1$I as events using old where events.merchant_id = old.merchant_id and events.event_id = old.event_id
        returning row_to_json(events)::text as line, old.created_at as at
      ), taken_deliveries as (
        delete from %2$I as deliveries using old
        where deliveries.merchant_id = old.merchant_id and deliveries.event_id = old.event_id
        returning row_to_json(deliveries)::text as line, old.created_at as at
      ), taken_tries as (
        delete from %3$I as delivery_tries using old
        where delivery_tries.merchant_id = old.merchant_id and delivery_tries.event_id = old.event_id
        returning row_to_json(delivery_tries)::text as line, old.created_at as at
      )
      select 'events', line, at from taken_events
      union all select 'deliveries', line, at from taken_deliveries
      union all select 'delivery_tries', line, at from taken_tries
    $statement$, own.events, own.deliveries, own.tries, own.merchants) using days, most;
    get diagnostics taken = row_count;
    most := most - taken;
    exit when most <= 0;
  end loop;
end $$;

-- On each server, its shards too (migrations/0083-analyze-young-tables.sql), which Citus else hides from the catalog.
alter function analyze_young_tables() set citus.override_table_visibility = off;
alter function summarize_transactions() set citus.override_table_visibility = off;
