-- The audit log is append-only for TRUNCATE too, which asks no trigger of rows.

create trigger audit_log_stays before truncate on audit_log
  for each statement execute function refuse_change();
