-- Somebody who reports a problem has the id of a request. A hash index has 20 bytes for each, the least of all; that of the
-- request log is as unlogged as the log.
create index request_log_request on request_log using hash (request_id);
create index audit_log_request on audit_log using hash (request_id) where request_id is not null;
