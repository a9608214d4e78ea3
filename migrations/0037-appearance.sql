-- How a merchant's hosted page looks, besides what every page has.
create table merchant_appearances (
  merchant_id text primary key references merchants,
  display_name text,
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  logo bytea,
  logo_type text check (logo_type in ('image/png', 'image/jpeg')),
  -- SHA-256 of the logo in hexadecimal, its name at its public address.
  logo_digest text,
  updated_at timestamptz not null default now(),
  check (num_nulls(logo, logo_type, logo_digest) in (0, 3))
);
create index merchant_appearances_by_logo on merchant_appearances (logo_digest) where logo_digest is not null;
