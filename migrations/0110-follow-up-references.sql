-- The merchant's own reference of a capture, refund or void: one of each name for an original. An INVALID one gives it back.
alter table transactions add column follow_up_reference text;
create unique index transactions_follow_up_reference on transactions (merchant_id, parent_id, follow_up_reference)
  where follow_up_reference is not null and status <> 'INVALID';
-- What the list is filtered by.
create index transactions_by_follow_up_reference
  on transactions (merchant_id, follow_up_reference, created_at desc, id desc)
  where follow_up_reference is not null;
