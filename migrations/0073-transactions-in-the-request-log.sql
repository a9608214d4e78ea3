-- The transaction that an answer told of, so that whoever has one of a request's id and a payment's id finds the other.
alter table request_log add column transaction_id text;
