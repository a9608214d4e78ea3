-- Payments of a link from one IP address, of which so many may be declined or in progress within a day
-- (docs/reference/payment-links.md#limits).
create index if not exists transactions_of_link_and_address
  on transactions (merchant_id, payment_link_id, customer_ip, created_at)
  where payment_link_id is not null and customer_ip is not null;
