-- Declines that came while the periods were filled, before anything noted them.
set local enable_seqscan = on;
set local enable_hashjoin = on;
update counted_payments counted set decline = 'NOTED' from transactions past
where counted.decline is null and past.merchant_id = counted.merchant_id and past.id = counted.transaction_id
  and is_declined_by_answer(past.status, past.processing_code, past.processing_result, past.authentication_status);
