-- How far testers have moved a merchant's clock ahead, for deadlines that are stored by it. Nobody moves the clock before the
-- SQL transaction ends. It waits for an advance in progress and then sees it, because it is volatile.
create or replace function clock_ahead(of_merchant text) returns interval language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(5273121, hashtext(of_merchant));
  return make_interval(secs => coalesce((
    select sum(seconds) from test_clock_advances clock where clock.merchant_id = of_merchant
  ), 0)::float8);
end $$;
