-- Statistics of a young table are of use for minutes, and a sample of 30,000 rows with all columns of a wide table takes half a
-- second of CPU time, which payments feel. Plans are chosen by what the columns of indexes hold, and a tenth of the sample tells
-- columns of many values from columns of few just as well. Autovacuum looks at the rest in its own time.
create or replace function analyze_young_tables() returns integer language plpgsql
security definer set search_path = public, pg_temp set default_statistics_target = 10 as $$
declare
  young record;
  analyzed integer := 0;
begin
  for young in
    select sized.oid::regclass as name, (
      select string_agg(quote_ident(attname), ', ') from pg_attribute
      where attrelid = sized.oid and attnum in (select unnest(indkey) from pg_index where indrelid = sized.oid)
    ) as columns
    from (
      select oid, reltuples, relpages, pg_relation_size(oid) / current_setting('block_size')::bigint as pages
      from pg_class
      where relkind = 'r' and relpersistence = 'p' and pg_has_role(relowner, 'USAGE')
        and relnamespace in ('public'::regnamespace, 'simulator'::regnamespace)
    ) sized
    where pages >= 4 and (reltuples < 0::real or pages >= 4 * relpages and pages < 4096)
    order by sized.oid
  loop
    -- Whoever holds the table is at it already, or changes it.
    execute format('analyze (skip_locked) %s %s', young.name, '(' || young.columns || ')');
    analyzed := analyzed + 1;
  end loop;
  return analyzed;
end $$;
