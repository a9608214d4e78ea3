-- After the periods are filled, so that no outcome waits for that.

-- The next count adds it to the periods, so that no outcome waits for a payment with the same key.
create or replace function note_decline() returns trigger language plpgsql as $$
begin
  update counted_payments set decline = 'NOTED'
  where transaction_id = new.id and merchant_id = new.merchant_id and decline is null;
  return null;
end
$$;

create or replace trigger declines_are_noted after update of status on transactions
  for each row when (
    new.status = 'DECLINED' and old.status = 'PENDING' and new.data ? 'risk'
    and is_declined_by_answer(new.status, new.processing_code, new.processing_result, new.authentication_status))
  execute function note_decline();
