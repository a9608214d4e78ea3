-- Of responses that this release stored, so it is empty at first and built soon.
create index if not exists idempotency_keys_object on idempotency_keys (object_id) where object_id is not null;
