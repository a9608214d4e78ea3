-- Beginnings that the search of the dashboard finds, in lower case. The worker fills rows of earlier releases.
alter table payment_search
  add column if not exists reference text collate "C",
  -- First and last name, and the last name alone; null after their erasure.
  add column if not exists customer_name text collate "C",
  add column if not exists last_name text collate "C";
create index if not exists payment_search_reference on payment_search (merchant_id, reference) where reference is not null;
create index if not exists payment_search_unnamed on payment_search (merchant_id, id) where reference is null;
create index if not exists payment_search_name on payment_search (merchant_id, customer_name) where customer_name is not null;
create index if not exists payment_search_last_name on payment_search (merchant_id, last_name) where last_name is not null;
