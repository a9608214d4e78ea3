-- `brought_status` is called `reported_status` from now on. The release before this one goes on reading and writing the
-- old name until every process has been replaced, so both are kept equal; a file of the release after this one drops
-- the old column, the trigger and its function (decision 0033).

alter table authentications
  -- The worst status a browser or caller reported so far.
  add column reported_status text;

create function keep_reported_status() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.reported_status := coalesce(new.reported_status, new.brought_status);
    new.brought_status := new.reported_status;
  elsif new.reported_status is distinct from old.reported_status then
    new.brought_status := new.reported_status;
  else
    new.reported_status := new.brought_status;
  end if;
  return new;
end $$;

create trigger reported_status_is_brought_status before insert or update on authentications
  for each row execute function keep_reported_status();

-- Those that are under way. The others are left to the next file, because this one keeps the table locked.
update authentications set reported_status = brought_status
from transactions
where transactions.due_at is not null and transactions.merchant_id = authentications.merchant_id
  and transactions.id = authentications.transaction_id and authentications.brought_status is not null;
