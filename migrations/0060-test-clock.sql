-- How far testers have moved a merchant's clock ahead, and when (uat only). Deadlines that are stored were moved earlier
-- in the same commit; what is counted from a moment in the past adds what came after it.
create table test_clock_advances (
  merchant_id text not null references merchants,
  advance_id bigint generated always as identity,
  advanced_at timestamptz not null default clock_timestamp(),
  seconds bigint not null check (seconds > 0),
  primary key (merchant_id, advance_id)
);
