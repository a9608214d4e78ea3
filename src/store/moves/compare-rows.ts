import type { Sql } from '../connection/sql.ts'
import type { MovedTable } from './tables.ts'

/** Rows of a merchant in one table, and the sums of its amounts by column; those of the ledger by account. */
export interface TableCount {
  readonly table: string
  readonly rows: bigint
  readonly sums: Readonly<Record<string, string>>
}

/** A part of the rows by their time. Tables that are not named are read whole. */
export interface Part {
  readonly of: readonly string[]
  readonly moment: Date
  /** True for rows from before the moment, false for the others. */
  readonly isPast: boolean
}

export async function countRows(
  sql: Sql,
  tables: readonly MovedTable[],
  merchantId: string,
  part?: Part,
): Promise<TableCount[]> {
  const counts = tables.map((table) => {
    const sums = table.amounts.map((column) => `'${column}', coalesce(sum(${column}), 0)::text`)
    const isLedger = table.name === LEDGER
    const accounts = isLedger ? `'account', concat_ws(' ', debit, credit, currency), ` : ''
    return `select '${table.name}' as table, count(*) as rows, json_build_object(${accounts}${sums.join(', ')}) as sums
      from ${table.name} where merchant_id = $1${timesOf(table, part)}${isLedger ? ' group by debit, credit, currency' : ''}`
  })
  const rows = await sql.unsafe<(Omit<TableCount, 'sums'> & { sums: string })[]>(counts.join(' union all '), [
    merchantId,
  ])
  return rows.map(({ sums, ...row }) => ({ ...row, sums: JSON.parse(sums) }))
}

/** Moment before which rows rarely change. */
export async function findPast(sql: Sql): Promise<Date> {
  const [row] = await sql<[{ past: Date }]>`select now() - interval '10 minutes' as past`
  return row.past
}

const LEDGER = 'public.ledger_entries'

function timesOf({ name, time }: MovedTable, part: Part | undefined): string {
  if (!part?.of.includes(name)) return ''
  return ` and ${time} ${part.isPast ? '<' : '>='} '${part.moment.toISOString()}'`
}

export async function measureBytes(sql: Sql, tables: readonly MovedTable[], merchantId: string) {
  const parts = tables.map(
    ({ name }) => `select '${name}' as table, count(*) as rows, coalesce(sum(pg_column_size(own.*)), 0)::bigint as bytes
      from ${name} own where merchant_id = $1`,
  )
  return sql.unsafe<{ table: string; rows: bigint; bytes: bigint }[]>(
    `select measured.table, rows, bytes from (${parts.join(' union all ')}) as measured where rows > 0 order by bytes desc`,
    [merchantId],
  )
}
