-- Free texts in the audit log may name a shopper. Entries of earlier releases have them; an erasure takes these texts, and nothing
-- else of an entry ever changes.
create or replace function without_free_texts(changes jsonb) returns jsonb language sql immutable as $$
  select (changes - 'reason') #- '{before,message}' #- '{before,description}' #- '{after,message}' #- '{after,description}'
$$;

create or replace function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    old.changes := without_free_texts(old.changes);
    if new is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'rows of % are written once', tg_table_name;
end $$;
create or replace trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function keep_audit_entry();

-- For the gateway, whose role cannot update the table.
create or replace function erase_audit_texts(of_merchant text, subjects text[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update audit_log set changes = without_free_texts(changes)
  where merchant_id = of_merchant and subject = any(subjects) and changes <> without_free_texts(changes)
$$;
