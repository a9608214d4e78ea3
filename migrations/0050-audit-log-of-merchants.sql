-- Who did something, and from where: the audit log of a merchant's own people and servers as well as of operators.

-- Entries before this have none of these.
alter table audit_log add column actor_kind text check (actor_kind in ('operator', 'merchant', 'person', 'system'));
alter table audit_log add column ip text;
alter table audit_log add column request_id text;

-- A merchant's own, newest first; null are entries about the gateway itself.
create index audit_log_of_merchant on audit_log (merchant_id, created_at desc, audit_id desc);
