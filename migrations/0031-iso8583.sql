-- What a connector for ISO 8583 has to remember: the host at the other end of the line cannot be asked.

-- The last trace number (data element 11) of a terminal on a day, UTC.
create table acquirer_traces (
  acquirer_id text not null,
  terminal_id text not null,
  day date not null,
  last_stan integer not null,
  primary key (acquirer_id, terminal_id, day)
);

-- One row for each attempt, written before it is sent.
create table acquirer_requests (
  attempt_id text primary key,
  merchant_id text not null,
  provider_account_id text not null,
  -- Null of one that was barred before it was made.
  acquirer_id text,
  terminal_id text,
  stan text,
  transmitted text,
  type text,
  -- Data elements by number, from a list of harmless ones.
  fields jsonb not null default '{}',
  -- Card number and expiry, for reversal, capture and refund.
  sealed_card bytea,
  context jsonb not null default '{}',
  -- SENT, UNSENT, ANSWERED, REVERSING, REVERSED; BARRED is a reversal that came before its request.
  state text not null,
  answer_due_at timestamptz not null default now(),
  answer jsonb,
  reversal_reason text,
  -- The same in every repeat.
  reversal_stan integer,
  reversal_tries integer not null default 0,
  reversal_at timestamptz,
  -- The acquirer's last answer to it.
  reversal_code text,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index acquirer_requests_trace on acquirer_requests (stan, transmitted, terminal_id, acquirer_id);
create index acquirer_requests_unanswered on acquirer_requests (answer_due_at) where state = 'SENT';
create index acquirer_requests_reversing on acquirer_requests (reversal_at) where state = 'REVERSING';

-- Answers that belong to no request of ours: somebody has to look into them.
create table acquirer_strays (
  number bigint generated always as identity primary key,
  provider_account_id text not null,
  type text not null,
  fields jsonb not null,
  received_at timestamptz(3) not null default clock_timestamp()
);
