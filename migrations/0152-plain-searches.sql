-- True if email, reference and names are as they are compared now. The worker sees to rows of earlier releases that have more
-- than plain letters and digits.
alter table payment_search add column if not exists is_plain boolean;
