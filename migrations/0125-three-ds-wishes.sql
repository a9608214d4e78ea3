-- Exemptions that a terminal may claim (docs/reference/three-ds.md#wishes).
alter table terminals add column if not exists exemptions text[] not null default '{}';
-- The authentication request that the simulated issuer got, without card data.
alter table simulator.authentications add column if not exists request jsonb;
create index if not exists authentications_transaction on simulator.authentications (merchant_id, transaction_id);
