import type { Sql } from '../connection/database.ts'
import type { Fragment } from '../shape/fragment.ts'
import { FACTS, wasErased } from '../transactions/search-facts.ts'

/**
 * CTE `fact`: counts of equal payments by dimension, day and hour. Excludes pending payments, follow-ups and payouts.
 * Materialized, so each day and hour is computed once.
 * @param found has a table `seen` of the columns below
 * @param zones a table of (merchant_id, time_zone)
 */
export function factsOf(sql: Sql, found: Fragment, zones: string): Fragment {
  return sql`
    payment as materialized (
      select seen.merchant_id, seen.terminal_id, seen.status, seen.processing_code, seen.provider_account_id, seen.brand,
        seen.method, seen.bin, seen.currency, seen.amount, seen.country, seen.retries, seen.authentication,
        (seen.created_at at time zone zones.time_zone)::date as day, ${hourOf(sql, 'seen.created_at', 'zones.time_zone')} as hour
      from ${found} join ${sql.unsafe(zones)} as zones on zones.merchant_id = seen.merchant_id
      where seen.status <> 'PENDING' and seen.transaction_type in ('AUTHORIZE', 'PURCHASE', 'PAYMENT')
    ), fact as (
      select payment.merchant_id, payment.terminal_id, payment.status, payment.day, payment.hour, sorted.dimension,
        sorted.value, count(*) as count,
        sum(case sorted.dimension when 'currency' then payment.amount else 0 end) as amount
      from payment cross join lateral (values
        ('all', ''), ('brand', coalesce(brand, '')), ('method', method), ('country', coalesce(country, '')),
        ('provider_account', coalesce(provider_account_id, '')), ('code', coalesce(processing_code, '')),
        ('currency', currency), ('authentication', authentication), ('retries', retries), ('bin', bin)
      ) as sorted (dimension, value)
      where sorted.value is not null
      group by payment.merchant_id, payment.terminal_id, payment.status, payment.day, payment.hour, sorted.dimension,
        sorted.value
    )`
}

/** Start of a local hour: full, or at the clock change within it (`hoursBetween` of the domain). */
export function hourOf(sql: Sql, at: string, zone: string): Fragment {
  return sql.unsafe(`(
    select case when full_hour at time zone ${zone} = shown then full_hour else (
      select min(quarter) from generate_series(full_hour, ${at}, '15 minutes') as quarter
      where (quarter at time zone ${zone}) - shown = quarter - full_hour
    ) end
    from (select date_trunc('hour', ${at} at time zone ${zone}) as shown) as clock cross join lateral (
      select ${at} - ((${at} at time zone ${zone}) - shown) as full_hour
    ) as began
  )`)
}

export function searchedColumns(sql: Sql): Fragment {
  const fact = (name: keyof typeof FACTS) => sql.unsafe(FACTS[name])
  return sql`
    transactions.merchant_id, transactions.id, transactions.created_at, transactions.terminal_id,
    transactions.transaction_type, ${fact('last_four')} as last_four, ${fact('bin')} as bin,
    case when not ${wasErased(sql)} then ${fact('email')} end as email, ${fact('customer_id')} as customer_id,
    ${fact('reference')} as search_reference, ${nameColumns(sql)},
    transactions.amount, transactions.currency, ${fact('brand')} as brand, ${fact('method')} as method,
    transactions.status, transactions.processing_code, ${fact('provider_account_id')} as provider_account_id,
    ${fact('card_hash')} as card_hash`
}

export function nameColumns(sql: Sql): Fragment {
  const name = (fact: 'customer_name' | 'last_name') =>
    sql`case when not ${wasErased(sql)} then ${sql.unsafe(FACTS[fact])} end`
  return sql`${name('customer_name')} as customer_name, ${name('last_name')} as last_name`
}

export function countedColumns(sql: Sql): Fragment {
  return sql`
    transactions.customer ->> 'country' as country,
    coalesce(transactions.data #>> '{retryOptions,retryCount}', '0') as retries,
    ${authenticationOutcome(sql)} as authentication`
}

/** Of the last attempt. Abandoned is what ended while the shopper's step was due. */
function authenticationOutcome(sql: Sql): Fragment {
  const began = sql`exists (
    select from authentications
    where authentications.merchant_id = transactions.merchant_id
      and authentications.transaction_id = transactions.id
  )`
  return sql`case
    when transactions.status in ('SESSION_EXPIRED', 'CANCELED') then case when ${began} then 'abandoned' else 'none' end
    when transactions.authentication_status in ('Y', 'A', 'I') then
      case transactions.authentication_level when 2 then 'challenged' else 'frictionless' end
    when transactions.authentication_status is not null then 'failed'
    else 'none'
  end`
}
