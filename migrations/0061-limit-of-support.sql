-- The most that support may capture, refund or void at a time, in minor units of the payment's currency.
alter table merchants add column support_limit bigint not null default 0 check (support_limit >= 0);
