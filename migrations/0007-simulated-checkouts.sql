-- Simulated pages where a shopper completes a wallet or a voucher, and the notices the simulators send about it.

alter table simulator.charges
  -- What the page shows and where the browser goes afterwards; null for charges without a page.
  add column checkout jsonb,
  add column notice_url text,
  -- When the next notice is due, null where none is; and how often it will still be tried.
  add column notice_at timestamptz,
  add column notices_left integer not null default 0;
create index charges_notice_due on simulator.charges (notice_at) where notice_at is not null;
