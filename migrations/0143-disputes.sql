-- Disputes (docs/reference/disputes.md): a case is a row, its money are records with journals.
create table if not exists disputes (
  merchant_id text not null references merchants,
  dispute_id text not null,
  -- The payment. Its row is locked before those of its disputes.
  transaction_id text not null,
  terminal_id text not null,
  provider text not null,
  provider_account_id text not null,
  -- The provider's ID of the case.
  provider_reference text not null,
  stage text not null check (stage in ('INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION')),
  status text not null
    check (status in ('NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'ACCEPTED', 'CLOSED')),
  reason text not null,
  network_reason_code text,
  -- As the network has them; the records have those of the payment.
  amount bigint not null check (amount >= 0),
  currency text not null,
  funds text not null check (funds in ('NONE', 'WITHDRAWN', 'REINSTATED')),
  -- By the merchant's clock.
  respond_by timestamptz,
  -- When the worker sends the next `dispute.due`, by the clock of the database; null if none is to come.
  warning_due_at timestamptz,
  -- When the merchant accepted it.
  accepted_at timestamptz,
  -- When the provider was asked for what this row shows, in microseconds by the clock of the database. An answer to an
  -- earlier question changes nothing.
  ask bigint not null,
  -- Refunds and voids in progress when money was taken that they return, too: if one succeeds, the money is lost twice.
  refunds_in_progress text[] not null default '{}',
  -- Changes of stage, status and funds, the oldest first.
  history jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, dispute_id),
  unique (merchant_id, provider_account_id, provider_reference)
);
create index if not exists disputes_newest on disputes (merchant_id, created_at desc, dispute_id desc);
create index if not exists disputes_of_transaction on disputes (merchant_id, transaction_id);
create index if not exists disputes_by_deadline on disputes (merchant_id, respond_by, dispute_id);
create index if not exists disputes_warning_due on disputes (warning_due_at) where warning_due_at is not null;

-- Sum of the chargebacks of a payment less their reversals.
alter table transactions add column if not exists disputed_amount bigint not null default 0;
-- As transactions_available_at_once, which earlier releases use.
create index if not exists transactions_disputed_at_once on transactions (merchant_id, finished_at)
  where status = 'APPROVED' and transaction_type in ('CHARGEBACK', 'CHARGEBACK_REVERSAL');
