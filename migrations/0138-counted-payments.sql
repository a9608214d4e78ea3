-- Payments as counters of rules see them (docs/reference/rules.md#counters), only of merchants with such rules. `key` is a
-- keyed digest of what they are counted by, `card` the keyed hash of their card, `at` by the merchant's clock.
create unlogged table if not exists counted_payments (
  merchant_id text not null,
  key text not null,
  at timestamptz(3) not null,
  transaction_id text not null,
  amount bigint not null,
  currency text not null,
  card text,
  forget_at timestamptz(3) not null,
  primary key (merchant_id, key, at, transaction_id)
);
create index if not exists counted_payments_to_forget on counted_payments (forget_at);

-- Counts earlier payments and counts this one among them for those that follow. The locks, in one order everywhere, make
-- simultaneous payments with the same key take turns; each statement after them sees what was committed meanwhile.
create or replace function count_payment(payment jsonb, keys jsonb, counters jsonb)
returns table (place int, count numeric) language plpgsql volatile as $$
declare
  payer text := payment ->> 'merchant_id';
begin
  perform pg_advisory_xact_lock(lock)
  from (
    select distinct hashtextextended(payer || ' ' || (item ->> 'key'), 0) as lock
    from jsonb_array_elements(keys) as item order by 1
  ) as locks;

  return query
    select counter.place, case counter.field
      when 'payments' then count(counted.transaction_id)::numeric
      when 'declines' then count(*) filter (where past.status = 'DECLINED')::numeric
      when 'distinct_cards' then count(distinct counted.card)::numeric
      else coalesce(sum(counted.amount) filter (where counted.currency = counter.currency), 0)
    end
    from jsonb_to_recordset(counters) as counter (place int, field text, key text, seconds int, currency text)
    left join counted_payments counted on counted.merchant_id = payer and counted.key = counter.key
      and counted.at > (payment ->> 'at')::timestamptz - make_interval(secs => counter.seconds)
    left join transactions past on counter.field = 'declines'
      and past.merchant_id = payer and past.id = counted.transaction_id
    group by counter.place, counter.field;

  insert into counted_payments (merchant_id, key, at, transaction_id, amount, currency, card, forget_at)
  select payer, item ->> 'key', (payment ->> 'at')::timestamptz, payment ->> 'id', (payment ->> 'amount')::bigint,
    payment ->> 'currency', payment ->> 'card', now() + make_interval(secs => (item ->> 'seconds')::int)
  from jsonb_array_elements(keys) as item
  on conflict do nothing;
end
$$;
