-- From when the settlement delay of a purchase runs by the merchant's test clock; null where nobody moved it (from
-- `finished_at`, which stays when it really was).
alter table transactions add column settles_from timestamptz;
