-- How people prove who they are, and what is under way while they do.

-- What the OpenID provider remembers between two requests of a sign-in. Losing it in a crash costs a new sign-in.
create unlogged table identity_payloads (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id)
);
create index identity_payloads_of_grant on identity_payloads (grant_id);
create index identity_payloads_ends on identity_payloads (expires_at);

-- Wrong passwords and codes in a row, by a digest of what was tried: an e-mail is counted whether it is known or not.
create unlogged table sign_in_failures (
  name bytea primary key,
  failures integer not null,
  locked_until timestamptz,
  updated_at timestamptz not null default now()
);
create index sign_in_failures_age on sign_in_failures (updated_at);

-- Browsers that somebody has signed in from before: a stranger's failures do not lock them out.
create table known_browsers (
  token_hash bytea not null,
  person_id text not null references people,
  last_used_at timestamptz not null default now(),
  primary key (token_hash, person_id)
);
create index known_browsers_age on known_browsers (last_used_at);

create table totp_secrets (
  person_id text primary key references people,
  sealed_secret bytea not null,
  -- Null until the first right code.
  confirmed_at timestamptz(3),
  -- The time step of the last code that was taken; none of it or before is taken again.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null default now()
);

-- Codes of 120 random bits, so a plain SHA-256 protects them. One that is used is deleted.
create table recovery_codes (
  code_hash bytea primary key,
  person_id text not null references people,
  created_at timestamptz(3) not null default now()
);
create index recovery_codes_of_person on recovery_codes (person_id);

create table passkeys (
  credential_id text primary key,
  person_id text not null references people,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index passkeys_of_person on passkeys (person_id);

-- Links that are shown once to whoever invites. Only a digest of them is kept.
create table invitations (
  invitation_id text primary key,
  token_hash bytea not null unique,
  email text not null,
  merchant_id text references merchants,
  role text not null,
  invited_by text not null,
  ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  unique nulls not distinct (email, merchant_id)
);
create index invitations_of_merchant on invitations (merchant_id);

-- The newest link of a person is the only one that works.
create table password_links (
  person_id text primary key references people,
  token_hash bytea not null unique,
  ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);

-- By what a foreign identity provider knows a person: never by the e-mail alone (OWASP ASVS 6.8.1).
create table person_identities (
  issuer text not null,
  subject text not null,
  person_id text not null references people,
  created_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
create index person_identities_of_person on person_identities (person_id);
