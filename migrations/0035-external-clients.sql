-- Whom a foreign identity provider's client speaks for: one merchant. merchants.external_client_ids still says so to
-- whoever reads it; this table is what keeps a second merchant from listing the same client.

create table external_clients (
  client_id text primary key,
  merchant_id text not null references merchants,
  created_at timestamptz(3) not null default now()
);

create index external_clients_of_merchant on external_clients (merchant_id);

-- One that several merchants list today speaks for none of them, so none of them has a claim to it.
insert into external_clients (client_id, merchant_id)
select client_id, min(merchant_id) from merchants, unnest(external_client_ids) as client_id
group by client_id having count(distinct merchant_id) = 1;
