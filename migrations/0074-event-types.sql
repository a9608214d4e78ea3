-- Events of further types, for the endpoints that ask for them.

alter table webhook_endpoints
  -- Null: `transaction.processed`, which was all there was.
  add column event_types text[],
  -- Since when nothing reaches it; null while something does.
  add column failing_since timestamptz;

-- Where an event that tells of no transaction belongs; null where to no terminal.
alter table events add column terminal_id text;

-- When somebody has to look whether the session ended without a payment; null once somebody has.
alter table sessions add column end_due_at timestamptz;
create index sessions_end_due on sessions (end_due_at) where end_due_at is not null;
