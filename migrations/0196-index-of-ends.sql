-- Space of old pages is used again, so a block range of `transactions_finished` soon had rows of months: a day of a year
-- of payments was read from up to 6 % of the table.
create index if not exists transactions_ended on transactions (finished_at) where finished_at is not null;
