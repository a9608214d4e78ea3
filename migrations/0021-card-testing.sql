-- Limits against whoever tests stolen cards, a few from each address or customer at a time.

-- Null means the realm's own: none in UAT, one in production. The string "off" means none.
alter table terminals add column card_testing_limit jsonb;

-- What each address or customer has tried on a terminal. Losing it in a crash costs nothing but a fresh start.
create unlogged table tried_cards (
  merchant_id text not null,
  terminal_id text not null,
  -- Keyed digest of the address or the customer.
  source text not null,
  -- By keyed hash of the card: the payment that tried it last, and when. Never more than the limit allows.
  cards jsonb not null,
  forget_at timestamptz not null,
  primary key (merchant_id, terminal_id, source)
);
