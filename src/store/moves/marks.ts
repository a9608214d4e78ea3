import type { Sql } from '../connection/sql.ts'

/** How far the worker has closed days of the ledger and counted payments; null before the first. */
export interface Marks {
  readonly ledger: Date | null
  readonly payments: Date | null
}

/** Reads the marks. @param held until the SQL transaction ends: no day closes meanwhile */
export async function readMarks(sql: Sql, held: boolean): Promise<Marks> {
  const rows = await sql<{ name: keyof Marks; reached: Date | null }[]>`
    select name, reached from gathering_marks order by name ${held ? sql`for update` : sql``}`
  return { ledger: null, payments: null, ...Object.fromEntries(rows.map(({ name, reached }) => [name, reached])) }
}

/** Lets payments be counted again from where the other group had come, and adopts its days if there was none. */
export async function adoptMarks(sql: Sql, other: Marks): Promise<void> {
  await sql`
    update gathering_marks set reached = least(reached, ${other.payments}::timestamptz)
    where name = 'payments' and reached is not null`
  await sql`update gathering_marks set reached = ${other.ledger} where name = 'ledger' and reached is null`
}
