-- A capture that an acquirer does not answer is no charge to take back: it is repeated until it is answered.

-- When it is sent again; null of what is reversed instead.
alter table acquirer_requests add column repeat_at timestamptz;
alter table acquirer_requests add column repeats integer not null default 0;
create index acquirer_requests_repeating on acquirer_requests (repeat_at) where state = 'SENT' and repeat_at is not null;
