-- What happens to a transaction after its approval: captures, refunds and voids, each a transaction of its own.

alter table transactions
  -- Reserved by follow-ups under way, so that parallel ones never exceed what there is.
  add column capturing_amount bigint not null default 0,
  add column refunding_amount bigint not null default 0,
  -- CLOSING while a final capture is under way, CLOSED once it is approved.
  add column capture_state text not null default 'OPEN' check (capture_state in ('OPEN', 'CLOSING', 'CLOSED')),
  add column void_state text check (void_state in ('PENDING', 'DONE')),
  -- A capture after which there is none.
  add column final_capture boolean not null default false,
  -- When the status became final, on the database's clock: a purchase can be voided until it is settled.
  add column finished_at timestamptz,
  add check (captured_amount <= amount - capturing_amount and refunded_amount <= captured_amount - refunding_amount);
create index transactions_follow_ups on transactions (merchant_id, parent_id) where parent_id is not null;
