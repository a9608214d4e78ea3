-- Hours of `payment_hours` are in the merchant's time zone, as days are; the previous release counts hours in UTC.

-- The zone in which a merchant's hours were counted. Null if the previous release counted them: they are counted again.
alter table payment_zones add column hour_zone text;

-- Hours of these zones are hours of UTC, too: they need no change.
update payment_zones set hour_zone = time_zone
where date_part('minute', now() at time zone time_zone) = date_part('minute', now() at time zone 'UTC')
  and date_part('minute', (now() - interval '36 days') at time zone time_zone) = date_part('minute', now() at time zone 'UTC');

create or replace function begin_counting() returns trigger language plpgsql as $$
begin
  insert into payment_zones (merchant_id, asked, time_zone, hour_zone)
  values (new.merchant_id, new.time_zone, known_zone(new.time_zone), known_zone(new.time_zone));
  return null;
end $$;
