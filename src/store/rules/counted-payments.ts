import type { Sql } from '../connection/database.ts'

export interface CountedPayment {
  readonly merchantId: string
  readonly id: string
  readonly at: Date
  readonly amount: bigint
  readonly currency: string
  readonly card: string | null
}

/** A keyed digest that payments are counted by, and how long they are kept for it. */
export interface CountedKey {
  readonly key: string
  readonly seconds: number
}

export interface AskedCount extends CountedKey {
  readonly field: string
  readonly currency: string | null
}

/**
 * Counts earlier payments with the same keys, and adds this one. Payments with the same key take turns
 * (docs/reference/rules.md#counters).
 * @param keys none to only count
 * @returns a count per request, in order
 */
export async function countPayment(
  sql: Sql,
  { merchantId, id, at, amount, currency, card }: CountedPayment,
  keys: readonly CountedKey[],
  asked: readonly AskedCount[],
): Promise<readonly bigint[]> {
  const payment = { merchant_id: merchantId, id, at: at.toISOString(), amount: String(amount), currency, card }
  const places = asked.map((count, place) => ({ place, ...count }))
  const rows = await sql<{ count: string }[]>`
    select count::text as count
    from count_payment(${sql.json(payment)}, ${sql.json(keys)}, ${sql.json(places)}) order by place`
  return rows.map(({ count }) => BigInt(count))
}

/** Forgets a payment that does not count: it was blocked, or never recorded. */
export async function uncountPayment(sql: Sql, payment: CountedPayment, keys: readonly CountedKey[]): Promise<void> {
  const { merchantId, id, at } = payment
  await sql`select uncount_payment(${merchantId}, ${id}, ${at}, ${keys.map(({ key }) => key)}::text[])`
}

const BATCH = 10_000

/** Forgets payments and periods that no counter sees any longer. @returns true if there may be more */
export async function purgeCountedPayments(sql: Sql): Promise<boolean> {
  const due = (table: string) => sql`
    array(select ctid from ${sql(table)} where forget_at < now() order by forget_at limit ${BATCH})`
  const purged = [
    await sql`delete from counted_payments where ctid = any(${due('counted_payments')})`,
    await sql`delete from counted_periods where ctid = any(${due('counted_periods')})`,
  ]
  return purged.some(({ count }) => count === BATCH)
}
