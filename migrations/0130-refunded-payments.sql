-- The list of payments of which something was refunded.
create index if not exists transactions_refunded on transactions (merchant_id, created_at desc, id desc) where refunded_amount > 0;
