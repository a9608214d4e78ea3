-- Secrets that were replaced before the previous one and still sign, the newest first: sealed as one value, with the end of each.
alter table webhook_endpoints
  add column sealed_earlier_secrets bytea,
  add column earlier_secrets_until timestamptz[];
