-- Made-up 3-D Secure steps of testers, by the ID in the merchant's calls.
create index charges_made_up_action on simulator.charges (merchant_id, (answer #>> '{action,id}')) where answer ? 'action';
