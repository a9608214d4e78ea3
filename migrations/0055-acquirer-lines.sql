-- Which process has the line to an acquirer, and what the others give it to send.

-- One row for each account that ever had a line.
create table acquirer_lines (
  provider_account_id text primary key,
  -- Counts the owners: what was given to one is taken by no other.
  lease bigint not null,
  -- Messages to the owner are sealed to it; the private half is in that process' memory only.
  owner_key bytea not null,
  -- A digest of the settings and credentials that the line was opened with.
  opened text not null,
  expires_at timestamptz not null
);

-- Messages on their way to the owner, for as long as somebody waits: in no backup and no replica.
create unlogged table acquirer_hand_overs (
  number bigint generated always as identity primary key,
  provider_account_id text not null,
  lease bigint not null,
  opened text not null,
  -- Sealed to the owner’s key, not under the master key.
  message bytea not null,
  -- NEW, TAKEN, then ANSWERED, UNANSWERED, UNSENT (it never left us) or RETURNED (the line is another).
  state text not null default 'NEW',
  -- Data elements by number, from a list of harmless ones.
  answer_type text,
  answer jsonb,
  why text,
  -- The owner sends nothing after this.
  take_until timestamptz not null
);
create index acquirer_hand_overs_new on acquirer_hand_overs (provider_account_id, lease) where state = 'NEW';
create index acquirer_hand_overs_old on acquirer_hand_overs (take_until);
