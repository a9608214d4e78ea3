-- The zone in which a merchant's days begin and its times are shown.

alter table merchants add column time_zone text not null default 'UTC';
