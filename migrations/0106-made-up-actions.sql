-- 3-D Secure steps that testers made up, by the id that the merchant's calls name them by.
create index charges_made_up_action on simulator.charges (merchant_id, (answer #>> '{action,id}')) where answer ? 'action';
