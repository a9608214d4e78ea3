-- How endpoints fared lately, and since when their secrets are what they are.

-- Null where it has been the same since the endpoint was created.
alter table webhook_endpoints add column secret_since timestamptz(3);

create index delivery_tries_of_endpoint on delivery_tries (merchant_id, webhook_endpoint_id, tried_at desc);
-- Tries are written in the order of time, so blocks of them are enough to find the old ones.
create index delivery_tries_old on delivery_tries using brin (tried_at);
drop index delivery_tries_age;

-- What a merchant has sent again, without reading what was delivered.
create index deliveries_failed on deliveries (merchant_id, webhook_endpoint_id) where status = 'FAILED';
