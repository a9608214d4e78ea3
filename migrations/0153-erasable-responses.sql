-- ID of the object that a stored response shows, by which an erasure finds it. Null in rows of the previous release, which end
-- within 24 hours.
alter table idempotency_keys add column if not exists object_id text;
