import type { Sql } from '../connection/sql.ts'
import { noticeLoss } from './readiness.ts'

/** How far the worker has closed days of the ledger and counted payments; null before the first. */
export interface Marks {
  readonly ledger: Date | null
  readonly payments: Date | null
}

/** Reads the marks, and holds them until the SQL transaction ends, which may be idle: no day closes meanwhile. */
export async function holdMarks(sql: Sql): Promise<Marks> {
  await noticeLoss(sql)
  await sql`set local lock_timeout = '2s'`
  await sql`set local idle_in_transaction_session_timeout = 0`
  const rows = await sql<{ name: keyof Marks; reached: Date | null }[]>`
    select name, reached from gathering_marks order by name for update`
  return { ledger: null, payments: null, ...Object.fromEntries(rows.map(({ name, reached }) => [name, reached])) }
}

/** Lets payments be counted again from where the other group had come, and adopts its days if there was none. */
export async function adoptMarks(sql: Sql, other: Marks): Promise<void> {
  await sql`
    update gathering_marks set reached = least(reached, ${other.payments}::timestamptz)
    where name = 'payments' and reached is not null`
  await sql`update gathering_marks set reached = ${other.ledger} where name = 'ledger' and reached is null`
}
