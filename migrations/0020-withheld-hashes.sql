-- The keyed hash of a card or account, which the record shows only once a provider has answered: shown earlier, it would
-- confirm a guessed number to whoever never meant to pay. Null for payments recorded before there was this column.

alter table transactions add column instrument_hash text;
