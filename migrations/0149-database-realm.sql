-- The realm that this database belongs to (docs/reference/running.md#the-realm-of-a-database): one permanent row.
create table if not exists database_realm (
  is_only boolean primary key default true check (is_only),
  realm text not null check (realm in ('uat', 'production')),
  recorded_at timestamptz not null default now()
);

-- True for the operator that the first start in uat makes; production refuses it.
alter table clients add column if not exists is_demo boolean not null default false;
update clients set is_demo = true
where merchant_id is null
  and exists (select from merchants where starts_with(client_key, 'test_'))
  and not exists (
    select from audit_log where action = 'operator.created' and subject = clients.client_id and merchant_id is null);
