import type { Database, Sql } from '../connection/database.ts'
import { withLongTimeout } from '../connection/time-limits.ts'
import type { Fragment } from '../shape/fragment.ts'
import { countedColumns, factsOf, searchedColumns } from './dimensions.ts'

export interface Window {
  readonly from: Date
  readonly to: Date | null
}

/** More than this wait for the next step. */
const MOST_AT_ONCE = 20_000

/**
 * Copies search data of a window and counts ended payments once. Requires the mark of `payments`, so nothing else
 * writes. Merchants being recounted are left to `aggregateMissed`.
 * @returns how many transactions are new
 */
export function indexAndAggregate(step: Sql, { from, to }: Window): Promise<number> {
  const within = (column: 'created_at' | 'finished_at'): Fragment => {
    const until = to ? step`and transactions.${step(column)} < ${to}` : step``
    return step`transactions.${step(column)} >= ${from} ${until}`
  }
  return copyAndCountThose(
    step,
    step`
      from transactions left join payment_search known
        on known.merchant_id = transactions.merchant_id and known.id = transactions.id
      where (${within('created_at')} or ${within('finished_at')})
        and (known.id is null or not known.counted and transactions.status <> 'PENDING')`,
  )
}

/** Counts payments that were left out, regardless of when they ended. */
export async function aggregateMissed(step: Sql): Promise<void> {
  await copyAndCountThose(
    step,
    step`
      from payment_search known join transactions
        on transactions.merchant_id = known.merchant_id and transactions.id = known.id
      where not known.counted and transactions.status <> 'PENDING' limit ${MOST_AT_ONCE}`,
  )
}

/**
 * Writes final payments once, with their end; of others only what never changes. Counts come from the rows read:
 * joining them with those written is quadratic.
 * @param those from which rows of `transactions` not counted yet, each with its row of `payment_search` as `known`
 */
async function copyAndCountThose(step: Sql, those: Fragment): Promise<number> {
  const [row] = await step<[{ added: number }]>`
    with seen as (
      select ${searchedColumns(step)}, ${countedColumns(step)}, known.id is null as is_new ${those}
    ), zone as (
      select merchant_id, time_zone from payment_zones where merchant_id in (select merchant_id from seen)
      for share skip locked
    ), added as (
      insert into payment_search (merchant_id, id, created_at, terminal_id, transaction_type, last_four, bin, email,
        customer_id, reference, customer_name, last_name, is_plain, amount, currency, brand, method, counted, status, processing_code, provider_account_id, card_hash)
      select seen.merchant_id, id, created_at, terminal_id, transaction_type, last_four, bin, email, customer_id,
        search_reference, customer_name, last_name, true, amount, currency, brand, method, counts, case when counts then status else 'PENDING' end,
        case when counts then processing_code end, case when counts then provider_account_id end,
        case when counts then card_hash end
      from seen left join zone on zone.merchant_id = seen.merchant_id
        cross join lateral (select zone.merchant_id is not null and seen.status <> 'PENDING' as counts) as now
      where seen.is_new
      returning merchant_id
    ), followed as (
      update payment_search set counted = true, status = seen.status, processing_code = seen.processing_code,
        provider_account_id = seen.provider_account_id, card_hash = seen.card_hash
      from seen join zone on zone.merchant_id = seen.merchant_id
      where not seen.is_new and seen.status <> 'PENDING'
        and payment_search.merchant_id = seen.merchant_id and payment_search.id = seen.id
    ), ${factsOf(step, step`seen`, 'zone')},
    ${addDays(step)}, ${addHours(step)}
    select count(*)::int as added from added`
  return row.added
}

function addDays(sql: Sql): Fragment {
  return sql`
    days as (
      insert into payment_days (merchant_id, dimension, day, terminal_id, value, status, count, amount)
      select merchant_id, dimension, day, terminal_id, value, status, sum(count), sum(amount) from fact
      group by merchant_id, dimension, day, terminal_id, value, status
      on conflict (merchant_id, dimension, day, terminal_id, value, status) do update
        set count = payment_days.count + excluded.count, amount = payment_days.amount + excluded.amount
    )`
}

function addHours(sql: Sql): Fragment {
  return sql`
    hours as (
      insert into payment_hours (merchant_id, dimension, hour, terminal_id, value, status, count, amount)
      select merchant_id, dimension, hour, terminal_id, value, status, sum(count), sum(amount) from fact
      where dimension <> 'bin' and hour > now() - interval '35 days'
      group by merchant_id, dimension, hour, terminal_id, value, status
      on conflict (merchant_id, dimension, hour, terminal_id, value, status) do update
        set count = payment_hours.count + excluded.count, amount = payment_hours.amount + excluded.amount
    )`
}

/**
 * Recounts one merchant after a change of time zone or of the previous release's UTC hours. Readers see the old counts
 * until then.
 * @returns whether there was one
 */
export function recountInNewZone(sql: Database): Promise<boolean> {
  return withLongTimeout(sql, async (change) => {
    const [merchant] = await change<{ id: string }[]>`
      select payment_zones.merchant_id as id
      from payment_zones join merchants on merchants.merchant_id = payment_zones.merchant_id
      where payment_zones.asked <> merchants.time_zone or payment_zones.hour_zone is distinct from payment_zones.time_zone
      limit 1 for update of payment_zones skip locked`
    if (!merchant) return false
    await change`
      update payment_zones set asked = merchants.time_zone, time_zone = known_zone(merchants.time_zone),
        hour_zone = known_zone(merchants.time_zone)
      from merchants where merchants.merchant_id = ${merchant.id} and payment_zones.merchant_id = ${merchant.id}`
    await change`delete from payment_days where merchant_id = ${merchant.id}`
    await change`delete from payment_hours where merchant_id = ${merchant.id}`
    await change`
      with ${factsOf(change, countedBefore(change, merchant.id), 'payment_zones')}, ${addDays(change)}, ${addHours(change)}
      select 1`
    return true
  })
}

function countedBefore(sql: Sql, merchantId: string): Fragment {
  return sql`(
    select ${searchedColumns(sql)}, ${countedColumns(sql)}
    from payment_search join transactions
      on transactions.merchant_id = payment_search.merchant_id and transactions.id = payment_search.id
    where payment_search.merchant_id = ${merchantId} and payment_search.counted
  ) as seen`
}
