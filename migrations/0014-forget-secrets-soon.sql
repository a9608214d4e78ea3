-- What is deleted stays in its data file until a vacuum: security codes, sealed as they are, should not wait there for a
-- fifth of the table to be dead, which is what autovacuum waits for by default.

alter table authentication_secrets set (
  autovacuum_vacuum_threshold = 20,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_cost_delay = 0
);
