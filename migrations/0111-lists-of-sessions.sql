-- A merchant's sessions, newest first, and those of a reference.
create index sessions_newest on sessions (merchant_id, created_at desc, session_id desc);
create index sessions_by_reference on sessions (merchant_id, reference);
