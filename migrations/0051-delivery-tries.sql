-- Each try of a delivery, and events that tell of no transaction: a merchant who tests an endpoint.

-- Null where the event is `endpoint.test`.
alter table events alter column transaction_id drop not null;

create table delivery_tries (
  merchant_id text not null,
  event_id text not null,
  webhook_endpoint_id text not null,
  -- Counted as `deliveries.attempts` counts them.
  attempt integer not null,
  tried_at timestamptz(3) not null,
  duration_ms integer not null,
  -- Null where no answer came.
  response_status integer,
  -- Its beginning, with whatever looks like a card number masked.
  answer text,
  -- Why no answer came, in words.
  failure text,
  primary key (merchant_id, event_id, webhook_endpoint_id, attempt)
);
-- What is deleted when it is old.
create index delivery_tries_age on delivery_tries (tried_at);
