-- The agreement that a payment of a link makes, or moves to its card (docs/reference/payment-links.md#the-link).
alter table payment_links
  add column if not exists agreement jsonb;

-- Keyed digest of the subscriber who opened a session of a link, or paid the link: an IPv4 address or an IPv6 /64
-- (docs/reference/payment-links.md#limits).
alter table sessions add column if not exists subscriber text;
alter table transactions add column if not exists subscriber text;
create index if not exists transactions_of_link_and_subscriber
  on transactions (merchant_id, payment_link_id, subscriber, created_at) where subscriber is not null;
drop index if exists transactions_of_link_and_address;
