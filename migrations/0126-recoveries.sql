-- A declined charge of an agreement that is asked for again later waits for its day (docs/reference/agreements.md#recovery).
alter table transactions drop constraint if exists transactions_awaiting_check;
alter table transactions add constraint transactions_awaiting_check
  check (awaiting in ('provider-answer', 'authentication', 'shopper', 'confirmation', 'recovery')) not valid;

-- Charges of a card, of which the schemes allow so many declines.
create index if not exists transactions_charges_of_card on transactions (merchant_id, instrument_hash, currency, amount)
  where agreement_id is not null and initiated_by = 'MERCHANT';
