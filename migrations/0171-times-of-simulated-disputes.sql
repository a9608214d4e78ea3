-- A settlement file of a simulator lists the money of a day, so its movements have their time.
create or replace function simulator.withdraw_capture() returns trigger language plpgsql as $$
begin
  update simulator.disputes dispute set notice_at = now(), notices_left = 600,
    movements = movements || jsonb_build_object('kind', 'WITHDRAWN', 'amount', new.amount::text, 'at', now())
  from public.transactions capture
  where capture.merchant_id = new.merchant_id and capture.id = new.transaction_id
    and dispute.merchant_id = capture.merchant_id and dispute.transaction_id = capture.parent_id
    and dispute.movements -> -1 ->> 'kind' = 'WITHDRAWN';
  return null;
end $$;
