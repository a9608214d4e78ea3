-- When the ledger was proven, and with what result.

create table ledger_proofs (
  -- `night 2026-11-22` for those the worker runs by itself, so that each night has one.
  proof_id text primary key,
  began_at timestamptz(3) not null default now(),
  -- Null while it runs, and where its process died.
  ended_at timestamptz(3),
  transactions integer,
  discrepancies integer
);
create index ledger_proofs_newest on ledger_proofs (began_at desc);
