-- What merchants' servers asked of the API, for those who look for a fault of theirs.

-- Unlogged: a row costs next to nothing, and losing them in a crash of the server costs no merchant anything
-- (docs/decisions/0052-a-request-log-beside-the-path.md).
create unlogged table request_log (
  merchant_id text not null,
  request_id text not null,
  received_at timestamptz(3) not null,
  method text not null,
  -- The path without its query; what is not an id of ours stays as it is in the route.
  path text not null,
  route text not null,
  status integer not null,
  processing_code text,
  duration_ms integer not null,
  client_id text not null,
  -- The names of the fields that were refused; never a value.
  refused_fields text[] not null default '{}',
  primary key (merchant_id, received_at, request_id)
);
create index request_log_faults on request_log (merchant_id, received_at desc, request_id desc) where status >= 400;
-- What is deleted when it is old.
create index request_log_age on request_log using brin (received_at);
