-- How the worker finds the latest payments (0044) is read whole where it is not summarized. PostgreSQL's own way leaves that to the next
-- round of autovacuum, a minute later, and drops what is more than 256 ranges by then: at 300 payments a second every look
-- read the whole of some minutes, and the server's log had two lines for every 32 pages. The worker does it at once instead.
alter index transactions_created set (autosummarize = off);
alter index transactions_finished set (autosummarize = off);

-- Summarizes the newest full ranges of pages of these two indexes and of their shards, back to the first that is done.
-- Only the owner of an index may.
create function summarize_transactions() returns integer language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  latest record;
  range bigint;
  summarized integer := 0;
begin
  for latest in
    select indexrelid::regclass as name, indrelid::regclass as of,
      pg_relation_size(indrelid) / current_setting('block_size')::bigint / 32 - 1 as range
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relname ~ '^transactions_(created|finished)(_\d+)?$' and relnamespace = 'public'::regnamespace
  loop
    continue when latest.range < 0;
    begin
      -- A vacuum summarizes it, too, and is not kept waiting.
      execute format('lock table only %s in share update exclusive mode nowait', latest.of);
    exception when lock_not_available then continue;
    end;
    range := latest.range;
    while range >= 0 and summarized < 2000 and brin_summarize_range(latest.name, range * 32) > 0 loop
      range := range - 1;
      summarized := summarized + 1;
    end loop;
  end loop;
  return summarized;
end $$;
