-- After so many days a merchant's payments lose their personal data; null means never (docs/reference/erasure.md#by-age).
alter table merchants
  add column if not exists personal_data_days integer check (personal_data_days between 1 and 3650),
  -- Payments from before this time were handed to an erasure, and when that was by the merchant's clock.
  add column if not exists personal_data_erased_before timestamptz(3),
  add column if not exists personal_data_erased_at timestamptz(3);
create index if not exists merchants_with_personal_data_days on merchants (merchant_id)
  where personal_data_days is not null;
