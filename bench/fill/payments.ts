import type { Database } from '#store/connection/database.ts'
import type { Row, Statement } from '../../src/store/connection/sql.ts'

export type Fragment = Statement<Row[]>

/** A merchant whose past is made up. */
export interface Past {
  readonly merchantId: string
  readonly terminalId: string
  readonly transactions: number
  readonly accountId: string
  readonly clientId: string | null
  /** When the last payment began. One time for all tables, so that entries have the time of their transaction. */
  readonly endsAt: Date
  /** Its place among the merchants that are filled, which distinguishes its rows from another's. */
  readonly number: number
}

/**
 * Payments `from` to `to`, the last one not included, as a table `number`: what is the same in every table. Their ids stand in
 * the order of time as real ones do, and the last of them began ten minutes ago.
 */
export function payments(sql: Database, past: Past, from: number, to: number): Fragment {
  return sql`(
    select i, ${keyOf(sql, past, sql`i`)} as key, i % 8 <> 3 as approved, (i * 7919) % 10000 as digits,
      100 + (i * 31) % 90000 as amount, case i % 16 when 0 then 'JPY' else 'EUR' end as currency,
      ${past.endsAt}::timestamptz - interval '365 days' * (1 - i::float8 / ${past.transactions}::float8) as at
    from generate_series(${from}::bigint, ${to - 1}::bigint) as i
  ) as number`
}

/** Common suffix of the IDs of a payment's rows. @param index its place, or an expression of it */
export function keyOf(sql: Database, { number }: Past, index: number | Fragment): Fragment {
  return sql`'filled' || lpad(${number}::text, 3, '0') || lpad((${index})::text, 18, '0')`
}

/** The id of a payment that was made up for the merchant that is the first or only one. */
export function filledId(index: number): string {
  return `trx_filled000${String(index).padStart(18, '0')}`
}
