-- Settlement files of providers (docs/operate/settlement-files.md). A file is committed at once, rows, outcomes and postings.
create table if not exists settlements (
  settlement_id text primary key,
  provider_account_id text not null references provider_accounts,
  -- `generic`, or the provider that defines it.
  format text not null,
  -- SHA-256 of the file.
  digest bytea not null,
  rows integer not null,
  agreed integer not null,
  different integer not null,
  theirs_only integer not null,
  duplicate integer not null,
  rejected integer not null,
  created_at timestamptz(3) not null default now(),
  reverted_at timestamptz(3)
);
create unique index if not exists settlements_once on settlements (provider_account_id, digest) where reverted_at is null;
create index if not exists settlements_newest on settlements (created_at desc, settlement_id desc);
create index if not exists settlements_of_account
  on settlements (provider_account_id, created_at desc, settlement_id desc);

-- Every row of a file. Without a foreign key: the file is recorded after its rows, in their commit.
create table if not exists settlement_rows (
  settlement_id text not null,
  line integer not null,
  outcome text not null check (outcome in ('AGREED', 'DIFFERENT', 'THEIRS_ONLY', 'DUPLICATE', 'REJECTED')),
  -- Why it does not agree.
  reason text,
  -- The record it names: its money, signed as it moves the balance at the provider.
  transaction_id text,
  expected_type text,
  expected_amount bigint,
  expected_currency text,
  -- As read; null if it is rejected.
  batch text,
  type text,
  reference text,
  provider_reference text,
  amount bigint,
  amount_currency text,
  currency text,
  gross bigint,
  fee bigint,
  net bigint,
  settled_at timestamptz,
  primary key (settlement_id, line)
);
create index if not exists settlement_rows_by_outcome on settlement_rows (settlement_id, outcome, line)
  where outcome <> 'AGREED';

-- Sums of the rows that can be read. Numeric, because sums may exceed a bigint.
create table if not exists settlement_batches (
  settlement_id text not null,
  batch text not null,
  currency text not null,
  -- Its first line.
  line integer not null,
  gross numeric not null,
  fees numeric not null,
  paid_out numeric,
  balanced boolean not null,
  -- When an operator accepted that it does not balance.
  accepted_at timestamptz(3),
  primary key (settlement_id, batch, currency)
);

-- Records that a file names, by the kind of row: the second row of a kind is a duplicate. A revert removes them.
create table if not exists settled_records (
  merchant_id text not null,
  transaction_id text not null,
  type text not null,
  settlement_id text not null,
  line integer not null,
  settled_at timestamptz not null,
  primary key (merchant_id, transaction_id, type)
);
create index if not exists settled_records_of_file on settled_records (settlement_id);

-- Entries of the gateway's own accounts, which no merchant sees: `bank`, `provider-fees` and `provider-clearing`.
create table if not exists bank_entries (
  settlement_id text not null,
  line integer not null,
  batch text not null,
  debit text not null,
  credit text not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  provider_account_id text not null,
  posted_at timestamptz not null default now(),
  primary key (settlement_id, line),
  check (debit <> credit)
);
create index if not exists bank_entries_posted on bank_entries (posted_at, settlement_id, line);
create or replace trigger bank_entries_are_append_only before update or delete on bank_entries
  for each row execute function refuse_change();
create or replace trigger bank_entries_stay before truncate on bank_entries
  for each statement execute function refuse_change();

-- Files may name the provider's ID of a charge alone.
create index if not exists attempts_by_provider_reference on attempts (merchant_id, provider_reference)
  where provider_reference is not null;
