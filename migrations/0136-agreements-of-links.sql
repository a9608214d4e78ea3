-- The agreement that a payment of a link makes, or moves to its card (docs/reference/payment-links.md#the-link).
alter table payment_links
  add column if not exists agreement jsonb;
