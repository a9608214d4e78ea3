-- Alone, so that only the worker waits while it is built.
create index if not exists payment_search_unplain on payment_search (merchant_id, id)
  where is_plain is null and (email ~ '[^!-~]|\.$' or reference ~ '[^ -&(-_a-~]' or customer_name ~ '[^ -&(-_a-~]'
    or last_name ~ '[^ -&(-_a-~]');
