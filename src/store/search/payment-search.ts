import { plainEmail } from '#domain/email.ts'
import { nameColumns } from '../analytics/dimensions.ts'
import { aggregateMissed, indexAndAggregate } from '../analytics/payment-counts.ts'
import type { Database, Sql } from '../connection/database.ts'
import { withLongTimeout } from '../connection/time-limits.ts'
import { FACTS } from '../transactions/search-facts.ts'

export interface Gathering {
  readonly gathered: number
  /** Nothing is left but payments in progress, or another process is indexing. */
  readonly caughtUp: boolean
  /** True if this process held the lock. */
  readonly isOurs: boolean
}

export interface GatheringStep {
  /** Length of a step through a long past. */
  readonly windowSeconds: number
  /** Transactions may commit later than newer ones. */
  readonly lookBackSeconds: number
  readonly isThorough: boolean
}

/** Copies search data of new transactions, and counts ended payments. One process at a time. */
export function indexPayments(
  sql: Database,
  { windowSeconds, lookBackSeconds, isThorough }: GatheringStep,
): Promise<Gathering> {
  return withLongTimeout(sql, async (step) => {
    const [mark] = await step<{ from: Date; to: Date; caughtUp: boolean }[]>`
      with mark as (
        select coalesce(reached, (select min(created_at) from transactions), now()) as reached
        from gathering_marks where name = 'payments' for update skip locked
      )
      select reached - make_interval(secs => ${lookBackSeconds}) as from,
        least(now(), reached + make_interval(secs => ${windowSeconds})) as to,
        reached + make_interval(secs => ${windowSeconds}) >= now() as "caughtUp"
      from mark`
    if (!mark) return { gathered: 0, caughtUp: true, isOurs: false }
    const window = { from: mark.from, to: mark.caughtUp ? null : mark.to }
    // Joins thousands with thousands, which by key alone is quadratic.
    await step`select set_config('enable_hashjoin', 'on', true)`
    const gathered = await indexAndAggregate(step, window)
    if (isThorough && mark.caughtUp) {
      await aggregateMissed(step)
      await nameMissed(step)
    }
    await step`update gathering_marks set reached = ${mark.to} where name = 'payments'`
    return { gathered, caughtUp: mark.caughtUp, isOurs: true }
  })
}

/** More than this wait for the next step. */
const MOST_NAMED = 5000

/** The condition of the index `payment_search_unplain`. */
const UNPLAIN = `is_plain is null and (email ~ '[^!-~]|\\.$' or reference ~ '[^ -&(-_a-~]' or customer_name ~ '[^ -&(-_a-~]'
  or last_name ~ '[^ -&(-_a-~]')`

/** Writes search data that earlier releases wrote differently, or not at all. */
async function nameMissed(step: Sql): Promise<void> {
  const rows = await step<{ merchantId: string; id: string; email: string | null }[]>`
    with missed as (
      (select merchant_id, id from payment_search where reference is null limit ${MOST_NAMED})
      union (select merchant_id, id from payment_search where ${step.unsafe(UNPLAIN)} limit ${MOST_NAMED})
    )
    update payment_search set reference = coalesce(${step.unsafe(FACTS.reference)}, ''),
      (customer_name, last_name) = (select customer_name, last_name from (select ${nameColumns(step)}) as named),
      is_plain = true
    from missed left join transactions on transactions.merchant_id = missed.merchant_id and transactions.id = missed.id
    where payment_search.merchant_id = missed.merchant_id and payment_search.id = missed.id
    returning missed.merchant_id as "merchantId", missed.id,
      case when payment_search.email is not null then transactions.customer ->> 'email' end as email`
  await writePlainEmails(step, rows)
}

async function writePlainEmails(
  step: Sql,
  rows: readonly { readonly merchantId: string; readonly id: string; readonly email: string | null }[],
): Promise<void> {
  const named = rows.flatMap(({ email, ...row }) => (email ? [{ ...row, email: plainEmail(email) }] : []))
  const emails = step`unnest(${named.map(({ merchantId }) => merchantId)}::text[], ${named.map(({ id }) => id)}::text[],
    ${named.map(({ email }) => email)}::text[]) as plain (merchant_id, id, email)`
  await step`
    update payment_search set email = plain.email from ${emails}
    where payment_search.merchant_id = plain.merchant_id and payment_search.id = plain.id`
  await step`
    update transactions set plain_email = plain.email from ${emails}
    where transactions.merchant_id = plain.merchant_id and transactions.id = plain.id`
}

/** To run about every second; otherwise indexes that lead to the latest transactions read all of the last minutes. */
export async function summarizeTransactions(sql: Database): Promise<void> {
  await sql`select summarize_transactions()`
}

/** Requires the erasing SQL transaction, which blocks the worker's copies of payments not yet indexed. */
export async function eraseFromSearch(transaction: Sql, merchantId: string, customerId: string): Promise<void> {
  await transaction`select name from gathering_marks where name = 'payments' for share`
  await transaction`
    insert into erased_customers (merchant_id, customer_id, erased_at) values (${merchantId}, ${customerId}, now())
    on conflict (merchant_id, customer_id) do update set erased_at = excluded.erased_at`
  await transaction`
    update payment_search set email = null, customer_name = null, last_name = null
    where merchant_id = ${merchantId} and customer_id = ${customerId}
      and (email is not null or customer_name is not null)`
}
