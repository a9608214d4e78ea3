-- The email in the one spelling that is compared (docs/reference/objects.md#the-same-email). Null in rows of earlier releases,
-- where the worker writes it if it is not just the email in small letters.
alter table transactions add column if not exists plain_email text;

-- A worker of the release before does not know the column when it erases a payment.
create or replace function forget_plain_email() returns trigger language plpgsql as $$
begin
  new.plain_email := null;
  return new;
end $$;
create or replace trigger plain_email_is_erased before update of erased_at on transactions
  for each row when (new.erased_at is not null) execute function forget_plain_email();
