-- What the simulated scheme knows of payments with an agreement, and of charges under one.
alter table simulator.charges
  -- CUSTOMER or MERCHANT.
  add column if not exists initiated_by text,
  add column if not exists purpose text,
  -- Issued to an approved payment of the shopper; of a later charge, the one that it refers to.
  add column if not exists network_transaction_id text,
  -- Keyed hash, as records show it.
  add column if not exists card_hash text,
  add column if not exists has_security_code boolean,
  -- True if the cardholder or issuer forbade further charges.
  add column if not exists revokes boolean;
create index if not exists charges_network_transaction on simulator.charges (merchant_id, network_transaction_id)
  where network_transaction_id is not null;
