-- Charges by agreement of a card for one amount, of which the schemes allow so many declines
-- (docs/reference/agreements.md#limits-of-the-schemes). Each is recorded before its provider hears of it.
create table if not exists scheme_asks (
  merchant_id text not null,
  card_hash text not null,
  currency text not null,
  amount bigint not null,
  -- Time of each attempt, by its ID; those that were approved leave with the next. At most as many as the limits.
  asks jsonb not null,
  forget_at timestamptz not null,
  primary key (merchant_id, card_hash, currency, amount)
);
create index if not exists scheme_asks_forget on scheme_asks (forget_at);
drop index if exists transactions_charges_of_card;
