-- Seals of closed days whose entries were proved: later changes of a day, its sums or an earlier seal are found.
create table if not exists ledger_seals (
  merchant_id text not null,
  currency text not null,
  day date not null,
  -- Entries of the day, and the SHA-256 of them.
  entries bigint not null,
  content bytea not null,
  -- SHA-256 of the merchant's previous seal in this currency, of this row, and of the sums in `ledger_days`.
  seal bytea not null,
  primary key (merchant_id, currency, day)
);
create index if not exists ledger_seals_of_day on ledger_seals (day);
