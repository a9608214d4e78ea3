-- Mails to send, each written in the commit that causes it. The worker writes the text from what `about` names.
create table if not exists mails (
  mail_id text primary key default 'mai_' || replace(gen_random_uuid()::text, '-', ''),
  merchant_id text,
  kind text not null,
  about text not null,
  -- Both are removed when the mail is sent or fails.
  recipient text,
  sealed_link bytea,
  status text not null default 'PENDING' check (status in ('PENDING', 'SENT', 'FAILED')),
  attempts integer not null default 0,
  -- Claims whose end no worker has recorded.
  open_claims integer not null default 0,
  next_attempt_at timestamptz(3) default now(),
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index if not exists mails_due on mails (next_attempt_at) where next_attempt_at is not null;
create index if not exists mails_about on mails (about, created_at);
create index if not exists mails_waiting on mails (merchant_id) where status = 'PENDING';
create index if not exists mails_ended on mails (ended_at) where ended_at is not null;

-- Receipts to shoppers: none, of payments through payment links, or of all payments.
alter table terminals add column if not exists receipts text not null default 'off'
  check (receipts in ('off', 'link', 'all'));
