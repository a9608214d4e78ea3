-- How each provider account fared when it was checked last.

-- When the check began; null before the first.
alter table provider_accounts add column checked_at timestamptz(3);

-- What it found, a sentence each; an empty list where all was well.
alter table provider_accounts add column check_problems jsonb;

-- What is deleted when it is old.
create index provider_exchanges_sent on provider_exchanges (sent_at);
create index provider_notices_received on provider_notices (received_at);

-- When it is looked at next whether the card is still needed.
alter table acquirer_requests add column card_look_at timestamptz not null default now();
create index acquirer_requests_cards on acquirer_requests (card_look_at) where octet_length(sealed_card) > 0;
