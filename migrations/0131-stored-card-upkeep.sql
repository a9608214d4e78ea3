-- Upkeep of stored cards (docs/reference/customers.md#upkeep).
alter table payment_methods
  -- First day of the month in which the card expires, unencrypted so that cards are found by it. Null for a card that an
  -- earlier release stored, until the worker has read it from the encrypted card.
  add column if not exists expires_in date,
  -- When the worker sends `payment_method.expiring` if an agreement charges the card; null if there is nothing to check.
  add column if not exists warning_due_at timestamptz,
  -- The `expires_in` that the event was sent for.
  add column if not exists warned_of date,
  -- Report of the issuer to a provider; null without one, or if the card was changed since.
  add column if not exists issuer_update text check (issuer_update in ('NUMBER_CHANGED', 'CLOSED', 'CONTACT_HOLDER'));
create index if not exists payment_methods_newest on payment_methods (merchant_id, created_at desc, token desc);
create index if not exists payment_methods_expiring on payment_methods (merchant_id, expires_in);
create index if not exists payment_methods_warning_due on payment_methods (warning_due_at)
  where warning_due_at is not null;
create index if not exists payment_methods_undated on payment_methods (merchant_id, token) where expires_in is null;
