-- Payments counted once they are final, and the ledger added up day by day: written by the worker, so that no report
-- adds up the past again and no payment pays for it.

-- One dimension a row, so that rows add up instead of multiplying. Days are the merchant's own.
create table payment_days (
  merchant_id text not null,
  dimension text not null,
  day date not null,
  terminal_id text not null,
  value text not null,
  status text not null,
  count bigint not null,
  -- Minor units, where the dimension is the currency; amounts of several currencies are not added up.
  amount numeric not null,
  primary key (merchant_id, dimension, day, terminal_id, value, status)
) with (fillfactor = 70);

-- The same by hour in UTC, for a few weeks.
create table payment_hours (
  merchant_id text not null,
  dimension text not null,
  hour timestamptz not null,
  terminal_id text not null,
  value text not null,
  status text not null,
  count bigint not null,
  amount numeric not null,
  primary key (merchant_id, dimension, hour, terminal_id, value, status)
) with (fillfactor = 70);
create index payment_hours_age on payment_hours using brin (hour);

-- A zone that the database knows. The names that merchants choose from are another program's.
create function known_zone(zone text) returns text language plpgsql as $$
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;

-- The zone in which a merchant's days were counted. Whoever counts shares the row, whoever counts anew holds it alone.
create table payment_zones (
  merchant_id text primary key references merchants,
  -- As the merchant had it then.
  asked text not null,
  time_zone text not null
);
insert into payment_zones (merchant_id, asked, time_zone) select merchant_id, time_zone, known_zone(time_zone) from merchants;

create function begin_counting() returns trigger language plpgsql as $$
begin
  insert into payment_zones (merchant_id, asked, time_zone) values (new.merchant_id, new.time_zone, known_zone(new.time_zone));
  return null;
end $$;

create trigger merchants_are_counted after insert on merchants
  for each row execute function begin_counting();

-- What a day in UTC changed, closed a minute after it is over. What the merchant is owed is gross less fee.
create table ledger_days (
  merchant_id text not null,
  currency text not null,
  day date not null,
  gross numeric not null,
  fee numeric not null,
  -- Of what is held on cards.
  held numeric not null,
  -- Those that moved money.
  transactions bigint not null,
  primary key (merchant_id, currency, day)
);
create index ledger_days_newest on ledger_days (merchant_id, day desc, currency desc);
insert into gathering_marks (name) values ('ledger');
