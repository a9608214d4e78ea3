import { nameColumns } from '../analytics/dimensions.ts'
import { aggregateMissed, indexAndAggregate } from '../analytics/payment-counts.ts'
import type { Database, Sql } from '../connection/database.ts'
import type { Row } from '../connection/statement.ts'
import { withLongTimeout } from '../connection/time-limits.ts'
import { FACTS } from '../transactions/transaction-filter.ts'

/** What one step of the worker came to. */
export interface Gathering {
  /** How many transactions it had not known yet. */
  readonly gathered: number
  /** Nothing is left but what is being paid at this moment; or somebody else is at it. */
  readonly caughtUp: boolean
  /** Nobody else was at it. */
  readonly isOurs: boolean
}

/** How one step goes. */
export interface GatheringStep {
  /** How much of the past to take at once where there is a lot. */
  readonly windowSeconds: number
  /** Transactions may commit later than others that began later. */
  readonly lookBackSeconds: number
  /** Looks for what earlier steps left out, too. */
  readonly isThorough: boolean
}

/**
 * Copies what people search by of transactions created since the last step, and counts the payments that ended since. One
 * process at a time.
 */
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
    // Thousands are joined with thousands here: by key alone that takes the square of it.
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

/** Fills the beginnings that payments are searched by in rows that a release without them wrote. */
async function nameMissed(step: Sql): Promise<void> {
  await step`
    update payment_search
    set reference = named.reference, customer_name = named.customer_name, last_name = named.last_name
    from (
      select known.merchant_id, known.id, coalesce(${step.unsafe<Row[]>(FACTS.reference)}, '') as reference,
        ${nameColumns(step)}
      from payment_search known left join transactions
        on transactions.merchant_id = known.merchant_id and transactions.id = known.id
      where known.reference is null limit ${MOST_NAMED}
    ) as named
    where payment_search.merchant_id = named.merchant_id and payment_search.id = named.id`
}

/**
 * To be done each second or so: without it the indexes that lead to the latest transactions lead to the whole of the last
 * minutes.
 */
export async function summarizeTransactions(sql: Database): Promise<void> {
  await sql`select summarize_transactions()`
}

/**
 * Erases email and names of a customer's payments, of those too that the worker has yet to come to. Must run in the SQL
 * transaction that erases the customer: the worker does not copy anything meanwhile.
 */
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
