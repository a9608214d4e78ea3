-- Start of a purchase's settlement delay by the merchant's test clock; null if the clock was not moved, then the delay starts
-- at `finished_at`, which keeps the real time.
alter table transactions add column settles_from timestamptz;
