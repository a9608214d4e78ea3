-- Requests of one payment, of one route, or by a method that hardly any request has: without walking through the days before.
create index request_log_transaction on request_log using hash (transaction_id) where transaction_id is not null;
create index request_log_route on request_log (merchant_id, route, received_at desc, request_id desc);
create index request_log_method on request_log (merchant_id, method, received_at desc, request_id desc)
  where method not in ('GET', 'POST');
