-- The agreement that the payment of a session makes or moves, and what its merchant wants of 3-D Secure.
alter table sessions
  add column if not exists agreement jsonb,
  add column if not exists three_ds jsonb;
