-- Events that are older than so many days, and never younger than 90, leave with their deliveries and what is left of their
-- tries, merchant by merchant, the oldest first. One of which a delivery is still due stays. Belongs to the owner of the
-- tables: the role of the gateway's processes deletes no event in any other way.
create function take_old_events(days integer, most integer)
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
