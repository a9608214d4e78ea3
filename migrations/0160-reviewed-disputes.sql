-- Disputes are reviewed when the money of their payment changes (docs/decisions/0162-review-disputes-with-their-payment.md).
-- What the provider took and gave back, by its latest answer: what had no room is booked once there is some.
alter table disputes add column if not exists movements jsonb not null default '[]';
-- As the last event says.
alter table disputes add column if not exists double_loss boolean not null default false;
alter table disputes add column if not exists review_at timestamptz;
create index if not exists disputes_to_review on disputes (review_at) where review_at is not null;

create or replace function mark_disputes() returns trigger language plpgsql as $$
begin
  update disputes set review_at = now() where merchant_id = new.merchant_id and transaction_id = new.id;
  return null;
end $$;

create or replace trigger money_of_disputes_changes
  after update of captured_amount, refunded_amount, refunding_amount, disputed_amount, void_state on transactions
  for each row when (old.status = 'APPROVED' and
    (old.captured_amount, old.refunded_amount, old.refunding_amount, old.disputed_amount, old.void_state) is distinct from
    (new.captured_amount, new.refunded_amount, new.refunding_amount, new.disputed_amount, new.void_state))
  execute function mark_disputes();
