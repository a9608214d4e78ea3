-- An erasure finds entries about an object without a look at all of the merchant's.
create index if not exists audit_log_of_subject on audit_log (merchant_id, subject);
