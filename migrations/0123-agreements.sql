-- Agreements: cards that are charged while their holders are away (docs/reference/agreements.md).
create table if not exists agreements (
  merchant_id text not null,
  agreement_id text not null,
  -- PENDING until the first payment ends; CANCELED and ENDED are final.
  status text not null check (status in ('PENDING', 'ACTIVE', 'SUSPENDED', 'CANCELED', 'ENDED')),
  stop_reason text check (stop_reason in
    ('FIRST_PAYMENT_FAILED', 'MERCHANT', 'CARD_REMOVED', 'REVOKED', 'CARD_CLOSED', 'ENDS_ON')),
  purpose text not null check (purpose in ('RECURRING', 'INSTALLMENT', 'UNSCHEDULED')),
  description text not null,
  currency text not null,
  -- Of one charge; null without a limit.
  max_amount bigint check (max_amount > 0),
  frequency_days integer,
  -- The last day, in the merchant's time zone.
  ends_on date,
  customer_id text,
  -- The stored card that is charged; null while the first payment is in progress.
  payment_method_token text,
  masked text,
  brand text,
  hash text,
  origin text not null check (origin in ('PAYMENT', 'IMPORTED')),
  -- The scheme's ID of the payment that the holder was present for; null if the provider sent none.
  network_transaction_id text,
  -- The account that took that payment.
  provider_account_id text,
  first_transaction_id text,
  last_transaction_id text,
  authentication_status text,
  accepted_at timestamptz,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, agreement_id)
);
create index if not exists agreements_newest on agreements (merchant_id, created_at desc, agreement_id desc);
create index if not exists agreements_of_customer on agreements (merchant_id, customer_id) where customer_id is not null;
create index if not exists agreements_of_card on agreements (merchant_id, payment_method_token)
  where payment_method_token is not null;
create index if not exists agreements_ending on agreements (ends_on)
  where ends_on is not null and status in ('ACTIVE', 'SUSPENDED');

-- The agreement that a payment makes, moves to its card, or charges.
alter table transactions add column if not exists agreement_id text;
create index if not exists transactions_of_agreement on transactions (merchant_id, agreement_id, created_at desc, id desc)
  where agreement_id is not null;
