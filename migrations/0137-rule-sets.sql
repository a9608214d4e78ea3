-- Versions of the rules of merchants (docs/reference/rules.md#the-set); none is changed or deleted. `rules` is exact JSON.
create table if not exists rule_sets (
  merchant_id text not null references merchants,
  kind text not null check (kind in ('risk', 'routing')),
  version int not null check (version > 0),
  rules json not null,
  created_at timestamptz(3) not null default now(),
  -- Author, as the audit log names it.
  created_by text not null,
  primary key (merchant_id, kind, version)
);

-- Present versions: 0 without rules, so that a merchant without any needs no look-up.
alter table merchants
  add column if not exists risk_rules_version int not null default 0,
  add column if not exists routing_rules_version int not null default 0;

-- Payments that rules judged, of which each rule's matches are counted (docs/reference/rules.md#counts).
create index if not exists transactions_judged
  on transactions (merchant_id, created_at) where data ?| array['risk', 'routing'];
