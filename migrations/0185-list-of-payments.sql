-- The list of payments skips what follows them: a night of captures is not read to be left out.
create index if not exists payment_search_originals on payment_search (merchant_id, created_at desc, id desc)
  where transaction_type in ('AUTHORIZE', 'PURCHASE', 'PAYMENT', 'PAYOUT');
