-- The accounts on which simulated bank transfers arrive: every arrival whole, and what goes back to the payer.

alter table simulator.charges
  -- What has arrived and is kept.
  add column received_amount bigint not null default 0 check (received_amount between 0 and amount);

create table simulator.transfers (
  transfer_id bigint generated always as identity primary key,
  attempt_id text not null,
  -- IN from the payer, OUT back to them.
  direction text not null check (direction in ('IN', 'OUT')),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now()
);
create index transfers_attempt on simulator.transfers (attempt_id);

-- However the charge ends, its account is even: what is approved has arrived in full, and what ends otherwise goes back.
create function simulator.even_up() returns trigger language plpgsql as $$
declare
  missing bigint := new.amount - new.received_amount;
begin
  if new.state = 'CHARGED' and missing > 0 then
    insert into simulator.transfers (attempt_id, direction, amount) values (new.attempt_id, 'IN', missing);
    new.received_amount := new.amount;
  elsif new.state in ('REFUSED', 'REVERSED') and new.received_amount > 0 then
    insert into simulator.transfers (attempt_id, direction, amount)
    values (new.attempt_id, 'OUT', new.received_amount);
    new.received_amount := 0;
  end if;
  return new;
end
$$;
create trigger transfers_are_even before update of state on simulator.charges for each row
  when (new.checkout ->> 'method' = 'BANK_TRANSFER') execute function simulator.even_up();
