-- Authorizations expire: what is not captured by then is voided (docs/reference/follow-ups.md#authorization-expiry).
alter table transactions
  -- As the merchant asked, by the merchant's clock.
  add column if not exists capture_by timestamptz,
  -- The provider's own limit, by the merchant's clock.
  add column if not exists authorization_limit_at timestamptz,
  -- The earlier of the two, by the merchant's clock: the test clock does not move it.
  add column if not exists authorization_expires_at timestamptz,
  add column if not exists expired_amount bigint not null default 0,
  -- PENDING while the void is in progress, then DONE.
  add column if not exists expiry_state text,
  -- What the worker does next, WARN or VOID, and when. The test clock moves the time.
  add column if not exists expiry_step text,
  add column if not exists expiry_due_at timestamptz;

alter table sessions add column if not exists capture_by timestamptz;

create index if not exists transactions_expiry_due on transactions (expiry_due_at) where expiry_due_at is not null;

-- Authorizations with something left to capture, of which those without a date are new to the worker.
create index if not exists transactions_capture_by on transactions (merchant_id, authorization_expires_at)
  where transaction_type = 'AUTHORIZE' and status = 'APPROVED' and capture_state = 'OPEN' and void_state is null
    and captured_amount < amount;
create index if not exists transactions_without_expiry on transactions (finished_at)
  where transaction_type = 'AUTHORIZE' and status = 'APPROVED' and capture_state = 'OPEN' and void_state is null
    and captured_amount < amount and authorization_expires_at is null;
