-- Values of people in conditions are keyed digests (docs/reference/rules.md#values-of-people). The worker converts versions
-- that an earlier release saved.
alter table rule_sets add column if not exists has_hidden_people boolean not null default false;
create index if not exists rule_sets_with_people on rule_sets (merchant_id, kind, version) where not has_hidden_people;
