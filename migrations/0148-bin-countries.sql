-- Countries of issuers by the first digits of their cards. The operator imports the table, which replaces it whole.
create table if not exists bin_countries (
  bin text collate "C" primary key check (bin ~ '^[0-9]{6,8}$'),
  country text not null check (country ~ '^[A-Z]{2}$')
);
