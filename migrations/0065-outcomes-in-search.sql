-- How payments ended and which card paid, beside what else they are searched by: a list of what hardly any payment has
-- must not walk through all of them.

-- As `transactions` has them since the payment is final; before that nobody leads by them.
alter table payment_search
  add column status text not null default 'PENDING',
  add column processing_code text,
  add column provider_account_id text,
  add column card_hash text;

update payment_search set status = transactions.status, processing_code = transactions.processing_code,
  provider_account_id = transactions.processing_result ->> 'paymentProviderAccountId',
  card_hash = transactions.payment_method ->> 'hash'
from transactions
where payment_search.counted and transactions.merchant_id = payment_search.merchant_id
  and transactions.id = payment_search.id;

-- Of what most payments have, the newest list is as good as an index. Payments of one moment are sorted when they are read.
create index payment_search_status on payment_search (merchant_id, status, created_at) where status <> 'APPROVED';
create index payment_search_code on payment_search (merchant_id, processing_code, created_at)
  where processing_code <> '0000';
create index payment_search_brand on payment_search (merchant_id, brand, created_at)
  where brand not in ('visa', 'mastercard');
create index payment_search_method on payment_search (merchant_id, method, created_at) where method <> 'card';
create index payment_search_currency on payment_search (merchant_id, currency, created_at);
create index payment_search_account on payment_search (merchant_id, provider_account_id, created_at);
create index payment_search_card on payment_search (merchant_id, card_hash, created_at) where card_hash is not null;
