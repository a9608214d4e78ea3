-- Tables that have grown to four times what the server knows of them, or that it knows nothing of, are analyzed at once:
-- autovacuum comes once a minute, and until then plans are guesses that the server keeps (docs/decisions/0082). Unlogged
-- tables are left out, because they are emptied again and again. Belongs to the owner of the tables, who alone may do it.
create function analyze_young_tables() returns integer language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  young regclass;
  analyzed integer := 0;
begin
  for young in
    select oid from (
      select oid, reltuples, relpages, pg_relation_size(oid) / current_setting('block_size')::bigint as pages
      from pg_class
      where relkind = 'r' and relpersistence = 'p' and pg_has_role(relowner, 'USAGE')
        and relnamespace in ('public'::regnamespace, 'simulator'::regnamespace)
    ) sized
    where pages >= 4 and (reltuples < 0::real or pages >= 4 * relpages and pages < 4096)
    order by oid
  loop
    -- Whoever holds the table is at it already, or changes it.
    execute format('analyze (skip_locked) %s', young);
    analyzed := analyzed + 1;
  end loop;
  return analyzed;
end $$;
