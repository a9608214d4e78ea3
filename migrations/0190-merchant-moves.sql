-- Merchants that move to another group, or did (docs/operate/merchant-groups.md#move-a-merchant).
create table if not exists merchant_moves (
  merchant_id text primary key,
  -- COPYING, SWITCHING, AWAY in the group that the merchant leaves; ARRIVING, HERE in the one that it joins.
  state text not null check (state in ('COPYING', 'SWITCHING', 'AWAY', 'ARRIVING', 'HERE')),
  -- The other group, and its BASE_URL.
  other_group text not null,
  other_url text not null,
  -- Access tokens that the other group issued are accepted until then.
  token_issuer text,
  token_audience text,
  token_keys jsonb,
  tokens_until timestamptz,
  started_at timestamptz(3) not null default now(),
  switched_at timestamptz(3),
  -- In the group joined: where its log was when the merchant arrived. The way back begins there.
  arrived_at pg_lsn,
  -- The rows of a merchant that is away are gone.
  finished_at timestamptz(3)
);

-- IDs in addresses that people, browsers and providers keep, of merchants that are away.
create table if not exists moved_ids (
  id text primary key,
  merchant_id text not null
);
create index if not exists moved_ids_of_merchant on moved_ids (merchant_id);

-- Hash keys of merchants that came from another group, so that their hashes stay.
create table if not exists merchant_hash_keys (
  merchant_id text not null,
  purpose text not null,
  sealed_key bytea not null,
  primary key (merchant_id, purpose)
);

-- As before, but for merchants that are away or arriving: this runs as the owner, who sees their rows.
create or replace function take_old_events(days integer, most integer)
returns table (source text, line text, at timestamptz) language sql
security definer set search_path = public, pg_temp as $$
  with old as (
    select oldest.merchant_id, oldest.event_id, oldest.created_at
    from merchants cross join lateral (
      select merchant_id, event_id, created_at from events
      where events.merchant_id = merchants.merchant_id
        and created_at < now() - make_interval(days => greatest(days, 90))
        -- Found by the event, never by going through all that is due.
        and 'PENDING' <> all (
          select status from deliveries
          where deliveries.merchant_id = events.merchant_id and deliveries.event_id = events.event_id)
      order by created_at limit most for update skip locked
    ) oldest
    where merchants.merchant_id not in (
      select merchant_id from merchant_moves where state in ('AWAY', 'ARRIVING') and finished_at is null)
    limit most
  ), taken_events as (
    delete from events using old where events.merchant_id = old.merchant_id and events.event_id = old.event_id
    returning row_to_json(events)::text as line, old.created_at as at
  ), taken_deliveries as (
    delete from deliveries using old
    where deliveries.merchant_id = old.merchant_id and deliveries.event_id = old.event_id
    returning row_to_json(deliveries)::text as line, old.created_at as at
  ), taken_tries as (
    delete from delivery_tries using old
    where delivery_tries.merchant_id = old.merchant_id and delivery_tries.event_id = old.event_id
    returning row_to_json(delivery_tries)::text as line, old.created_at as at
  )
  select 'events', line, at from taken_events
  union all select 'deliveries', line, at from taken_deliveries
  union all select 'delivery_tries', line, at from taken_tries
$$;

-- A row filter needs the merchant in each row.
alter table settlements add column if not exists merchant_id text;
alter table settlement_rows add column if not exists merchant_id text;
alter table settlement_batches add column if not exists merchant_id text;
alter table bank_entries add column if not exists merchant_id text;
alter table simulator.transfers add column if not exists merchant_id text;

create or replace function simulator.name_merchant() returns trigger language plpgsql as $$
begin
  select merchant_id into new.merchant_id from simulator.charges where attempt_id = new.attempt_id;
  return new;
end $$;
create or replace trigger transfers_name_their_merchant before insert on simulator.transfers
  for each row execute function simulator.name_merchant();

-- Numbers of two groups may be equal.
alter table provider_exchanges drop constraint if exists provider_exchanges_pkey;
alter table provider_exchanges add primary key (merchant_id, number);

-- A changed row is found in the other group by its whole content where its key does not name the merchant. Without
-- wal_level = logical this writes nothing.
do $$
declare
  table_name regclass;
begin
  foreach table_name in array array['acquirer_requests', 'audit_log', 'bank_entries', 'clients', 'encryption_keys',
    'external_clients', 'mails', 'provider_accounts', 'provider_credentials', 'provider_notices', 'settlement_batches',
    'settlement_rows', 'settlements', 'terminals', 'wallet_recipients', 'webhook_endpoints', 'simulator.authentications',
    'simulator.charges', 'simulator.disputes', 'simulator.transfers']::regclass[]
  loop
    execute format('alter table %s replica identity full', table_name);
  end loop;
end $$;
