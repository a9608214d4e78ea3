-- Reviews of payments that a risk rule marked (docs/reference/reviews.md). Null for all others.
alter table transactions add column if not exists review text;
alter table transactions
  drop constraint if exists transactions_review_check,
  add constraint transactions_review_check check (review in ('OPEN', 'CLEARED', 'FRAUD')) not valid;
create index if not exists transactions_in_review on transactions (merchant_id, review, created_at, id)
  where review is not null;
