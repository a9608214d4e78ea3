-- The email in the one spelling that is compared (docs/reference/objects.md#the-same-email). Null in rows of earlier releases,
-- where the worker writes it if it is not just the email in small letters.
alter table transactions add column if not exists plain_email text;

-- True if email, reference and names are as they are compared now. The worker sees to rows of earlier releases that have more
-- than plain letters and digits.
alter table payment_search add column if not exists is_plain boolean;
create index if not exists payment_search_unplain on payment_search (merchant_id, id)
  where is_plain is null and (email ~ '[^!-~]|\.$' or reference ~ '[^ -&(-_a-~]' or customer_name ~ '[^ -&(-_a-~]'
    or last_name ~ '[^ -&(-_a-~]');
