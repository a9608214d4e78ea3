-- Who signs in to the dashboard: people, what they may do for whom, and where they are signed in.

create table people (
  person_id text primary key,
  -- In lower case.
  email text not null unique,
  name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  -- Argon2id in the PHC string format; null before the person has chosen a password.
  password_hash text,
  -- The passwords before it, newest first; none of them is taken again.
  previous_password_hashes text[] not null default '{}',
  -- Wrong passwords in a row, and until when no password is looked at because of them.
  failures integer not null default 0,
  locked_until timestamptz,
  last_sign_in_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now()
);

-- A null merchant_id is the platform itself: those who run the gateway.
create table memberships (
  person_id text not null references people,
  merchant_id text references merchants,
  role text not null,
  reviewed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (person_id, merchant_id)
);
create index memberships_of_merchant on memberships (merchant_id, person_id);

-- A row for each browser that is signed in; who signs out, or is made to, loses it.
create table dashboard_sessions (
  -- What it is called in lists; the cookie holds something else.
  session_id text primary key,
  -- SHA-256 of the cookie's value.
  token_hash bytea not null unique,
  person_id text not null references people,
  -- The merchant whose pages it shows; null where none was chosen yet.
  merchant_id text references merchants,
  -- How the person proved who they are, in the words of RFC 8176.
  methods text[] not null,
  -- When that was last.
  proved_at timestamptz(3) not null,
  -- A form that waits for a fresh proof, encrypted under the cookie's value.
  held_form bytea,
  user_agent text not null default '',
  address text not null default '',
  last_seen_at timestamptz(3) not null default now(),
  ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index dashboard_sessions_of_person on dashboard_sessions (person_id);
create index dashboard_sessions_ends on dashboard_sessions (ends_at);
