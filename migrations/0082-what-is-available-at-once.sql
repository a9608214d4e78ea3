-- Approved transactions whose money waits for no settlement delay: what gives money back or pays it out, what undoes
-- that, voids, and the purchases that they void. A balance is told from all entries of the delay less those of these,
-- which are few beside sales.
create index if not exists transactions_available_at_once on transactions (merchant_id, finished_at)
  where status = 'APPROVED'
    and (transaction_type in ('REFUND', 'REFUND_REVERSAL', 'PAYOUT', 'PAYOUT_REVERSAL', 'VOID') or void_state = 'DONE');
