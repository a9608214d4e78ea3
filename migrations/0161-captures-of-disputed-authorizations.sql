-- A simulated provider takes what is captured of an authorization whose money it has withdrawn.
create index if not exists simulated_disputes_of_transaction on simulator.disputes (merchant_id, transaction_id);

create or replace function simulator.withdraw_capture() returns trigger language plpgsql as $$
begin
  update simulator.disputes dispute set notice_at = now(), notices_left = 600,
    movements = movements || jsonb_build_object('kind', 'WITHDRAWN', 'amount', new.amount::text)
  from public.transactions capture
  where capture.merchant_id = new.merchant_id and capture.id = new.transaction_id
    and dispute.merchant_id = capture.merchant_id and dispute.transaction_id = capture.parent_id
    and dispute.movements -> -1 ->> 'kind' = 'WITHDRAWN';
  return null;
end $$;

create or replace trigger capture_is_withdrawn after insert on simulator.charges
  for each row when (new.operation = 'CAPTURE' and new.state = 'CHARGED') execute function simulator.withdraw_capture();
create or replace trigger late_capture_is_withdrawn after update of state on simulator.charges
  for each row when (new.operation = 'CAPTURE' and new.state = 'CHARGED' and old.state <> 'CHARGED')
  execute function simulator.withdraw_capture();
