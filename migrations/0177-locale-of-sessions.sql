-- Language tag that the merchant gave; null for the browser's language.
alter table sessions add column if not exists locale text;
