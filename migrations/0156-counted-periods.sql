-- Counters of rules read a bounded number of rows (docs/reference/rules.md#counters): payments are summed up by periods of
-- 10 seconds, 10 minutes and 8 hours. A window is at most 196 whole periods, and the single payments of the 10 seconds in
-- which it begins.
lock table counted_payments in share row exclusive mode;

-- NOTED when an issuer or a provider declined the payment, COUNTED when its periods know.
alter table counted_payments add column if not exists decline text check (decline in ('NOTED', 'COUNTED'));
create index if not exists counted_payments_by_transaction on counted_payments (transaction_id);
-- The expression keeps the database from walking the primary key for a card that is not there.
create index if not exists counted_payments_by_card
  on counted_payments (merchant_id, key, card, (at at time zone 'UTC'), transaction_id) where card is not null;
create index if not exists counted_payments_noted on counted_payments (merchant_id, key) where decline = 'NOTED';

-- Rows change with each payment, and have room to do so in place.
create unlogged table if not exists counted_periods (
  merchant_id text not null,
  key text not null,
  -- Length: 10, 600 or 28,800.
  seconds integer not null,
  start timestamptz(3) not null,
  payments bigint not null,
  declines bigint not null,
  -- Cards whose latest payment is in this period.
  cards bigint not null,
  -- Amounts by currency.
  sums jsonb not null,
  forget_at timestamptz(3) not null,
  primary key (merchant_id, key, seconds, start)
) with (fillfactor = 60);
create index if not exists counted_periods_to_forget on counted_periods (forget_at);

-- True if an issuer or a provider declined: not for faults, for what never arrived, for limits of the gateway, and if no
-- one could say if the shopper is authenticated. As `isDeclinedByAnswer` in src/domain/transaction.ts.
create or replace function is_declined_by_answer(status text, code text, result jsonb, authentication text)
returns boolean language sql immutable as $$
  select status = 'DECLINED' and code <> '1001' and (
    (result ->> 'providerResponseCode') is not null or code <> '4200' and coalesce(authentication <> 'U', true))
$$;

create or replace function lock_counted(payer text, keys text[]) returns void language sql volatile as $$
  select pg_advisory_xact_lock(lock)
  from (select distinct hashtextextended(payer || ' ' || key, 0) as lock from unnest(keys) as key order by 1) as locks
$$;

-- Adds to the three periods of a moment. They are kept for as long as the payment.
create or replace function add_to_periods(
  payer text, by_key text, moment timestamptz, until timestamptz, payments int, declines int, cards int,
  amount numeric default 0, currency text default null
) returns void language sql volatile as $$
  insert into counted_periods as period (merchant_id, key, seconds, start, payments, declines, cards, sums, forget_at)
  select payer, by_key, length, date_bin(make_interval(secs => length), moment, 'epoch'), add_to_periods.payments,
    add_to_periods.declines, add_to_periods.cards,
    case when add_to_periods.currency is null then '{}' else jsonb_build_object(add_to_periods.currency, amount) end,
    date_bin(make_interval(secs => length), until, 'epoch') + make_interval(secs => length)
  from unnest(array[10, 600, 28800]) as length
  on conflict (merchant_id, key, seconds, start) do update set
    payments = period.payments + excluded.payments, declines = period.declines + excluded.declines,
    cards = period.cards + excluded.cards, forget_at = greatest(period.forget_at, excluded.forget_at),
    sums = case when add_to_periods.currency is null then period.sums else period.sums || jsonb_build_object(
      add_to_periods.currency, coalesce((period.sums ->> add_to_periods.currency)::numeric, 0) + amount) end
$$;

-- A card counts in the periods of its latest payment.
create or replace function add_counted_payment() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  former record;
  is_latest boolean := new.card is not null;
begin
  if is_latest then
    select at, forget_at into former from counted_payments
    where merchant_id = new.merchant_id and key = new.key and card = new.card and transaction_id <> new.transaction_id
    order by at at time zone 'UTC' desc limit 1;
    is_latest := former is null or former.at < new.at;
    if former is not null and is_latest then
      perform add_to_periods(new.merchant_id, new.key, former.at, former.forget_at, 0, 0, -1);
    end if;
  end if;
  perform add_to_periods(
    new.merchant_id, new.key, new.at, new.forget_at, 1, 0, is_latest::int, new.amount, new.currency);
  return null;
end
$$;

create or replace function remove_counted_payment() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  former record;
  was_latest boolean := old.card is not null;
begin
  if was_latest then
    select at, forget_at into former from counted_payments
    where merchant_id = old.merchant_id and key = old.key and card = old.card
    order by at at time zone 'UTC' desc limit 1;
    was_latest := former is null or former.at < old.at;
    if former is not null and was_latest then
      perform add_to_periods(old.merchant_id, old.key, former.at, former.forget_at, 0, 0, 1);
    end if;
  end if;
  perform add_to_periods(old.merchant_id, old.key, old.at, old.forget_at, -1,
    -(old.decline is not distinct from 'COUNTED')::int, -was_latest::int, -old.amount, old.currency);
  return null;
end
$$;

create or replace trigger payments_are_counted after insert on counted_payments
  for each row execute function add_counted_payment();
-- Not of payments whose time is over, whose periods no counter sees any longer.
create or replace trigger payments_are_uncounted after delete on counted_payments
  for each row when (old.forget_at >= now()) execute function remove_counted_payment();

-- Counts earlier payments and counts this one among them for those that follow. The locks, in one order everywhere, make
-- simultaneous payments with the same key take turns; each statement after them sees what was committed meanwhile. Only
-- index scans are bounded, whatever the statistics of a young table say.
create or replace function count_payment(payment jsonb, keys jsonb, counters jsonb)
returns table (place int, count numeric) language plpgsql volatile
security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  payer text := payment ->> 'merchant_id';
  counted_by text[] := array(select distinct item ->> 'key' from jsonb_array_elements(counters) as item);
  noted record;
begin
  perform lock_counted(payer, counted_by);

  for noted in
    update counted_payments set decline = 'COUNTED'
    where merchant_id = payer and key = any(counted_by) and decline = 'NOTED' returning key, at, forget_at
  loop
    perform add_to_periods(payer, noted.key, noted.at, noted.forget_at, 0, 1, 0);
  end loop;

  return query
    select counter.place, coalesce(case counter.field
      when 'payments' then counted.payments
      when 'declines' then counted.declines
      when 'distinct_cards' then counted.cards
      else counted.amount
    end, 0)
    from jsonb_to_recordset(counters) as counter (place int, field text, key text, seconds int, currency text)
    cross join lateral (
      select (payment ->> 'at')::timestamptz - make_interval(secs => counter.seconds) as since
    ) as begun
    cross join lateral (select date_bin('10 seconds', since, 'epoch') + interval '10 seconds' as short) as shorts
    cross join lateral (select date_bin('10 minutes', short + interval '590 seconds', 'epoch') as middle) as middles
    cross join lateral (select date_bin('8 hours', middle + interval '470 minutes', 'epoch') as long) as longs
    cross join lateral (
      select sum(part.payments) as payments, sum(part.declines) as declines, sum(part.cards) as cards,
        sum((part.sums ->> counter.currency)::numeric) as amount
      from (
        select period.payments, period.declines, period.cards, period.sums
        from (values (10, short, middle), (600, middle, long), (28800, long, 'infinity')) as whole (seconds, first, after)
        cross join lateral (
          -- For each length anew, so that the index bounds the rows.
          select * from counted_periods one
          where one.merchant_id = payer and one.key = counter.key and one.seconds = whole.seconds
            and one.start >= whole.first and one.start < whole.after
          offset 0
        ) as period
        union all
        select 1, (single.decline is not distinct from 'COUNTED')::int, (single.card is not null and (
            select latest.transaction_id from counted_payments latest
            where latest.merchant_id = payer and latest.key = counter.key and latest.card = single.card
            order by latest.at at time zone 'UTC' desc, latest.transaction_id desc limit 1
          ) = single.transaction_id)::int,
          jsonb_build_object(single.currency, single.amount)
        from counted_payments single
        where single.merchant_id = payer and single.key = counter.key and single.at > since and single.at < short
      ) as part
    ) as counted;

  insert into counted_payments (merchant_id, key, at, transaction_id, amount, currency, card, forget_at)
  select payer, item ->> 'key', (payment ->> 'at')::timestamptz, payment ->> 'id', (payment ->> 'amount')::bigint,
    payment ->> 'currency', payment ->> 'card', now() + make_interval(secs => (item ->> 'seconds')::int)
  from jsonb_array_elements(keys) as item
  on conflict do nothing;
end
$$;

-- Forgets a payment that was blocked or never recorded, in turn with those that count it.
create or replace function uncount_payment(payer text, transaction text, moment timestamptz, keys text[])
returns void language plpgsql volatile as $$
begin
  perform lock_counted(payer, keys);
  delete from counted_payments
  where merchant_id = payer and key = any(keys) and at = moment and transaction_id = transaction;
end
$$;

-- Payments that were counted before count from now on by their periods.
set local enable_seqscan = on;
set local enable_hashjoin = on;
update counted_payments counted set decline = 'COUNTED' from transactions past
where past.merchant_id = counted.merchant_id and past.id = counted.transaction_id
  and is_declined_by_answer(past.status, past.processing_code, past.processing_result, past.authentication_status);
set local work_mem = '256MB';
insert into counted_periods
select merchant_id, key, seconds, start, sum(payments), sum(declines), sum(cards), jsonb_object_agg(currency, amount),
  max(forget_at)
from (
  select merchant_id, key, length as seconds, date_bin(make_interval(secs => length), at, 'epoch') as start, currency,
    count(*) as payments, count(decline) as declines, count(*) filter (where is_latest) as cards, sum(amount) as amount,
    date_bin(make_interval(secs => length), max(forget_at), 'epoch') + make_interval(secs => length) as forget_at
  from (
    select *, card is not null and row_number() over (
      partition by merchant_id, key, card order by at desc, transaction_id desc) = 1 as is_latest
    from counted_payments
  ) as counted, unnest(array[10, 600, 28800]) as length
  group by 1, 2, 3, 4, 5
) as of_currency
group by 1, 2, 3, 4
on conflict do nothing;
