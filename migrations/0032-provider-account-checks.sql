-- How each provider account fared when it was checked last.

-- When the check began; null before the first.
alter table provider_accounts add column checked_at timestamptz(3);

-- What it found, a sentence each; an empty list where all was well.
alter table provider_accounts add column check_problems jsonb;
