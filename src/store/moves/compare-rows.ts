import type { Sql } from '../connection/sql.ts'
import type { MovedTable } from './tables.ts'

/** Rows of a merchant in one table, and the sums of its amounts by column; and by account for the ledger. */
export interface TableCount {
  readonly table: string
  readonly rows: bigint
  readonly sums: Readonly<Record<string, string>>
}

export async function countRows(sql: Sql, tables: readonly MovedTable[], merchantId: string): Promise<TableCount[]> {
  const counts = tables.map(({ name, amounts }) => {
    const sums = amounts.map((column) => `'${column}', coalesce(sum(${column}), 0)::text`)
    return `select '${name}' as table, count(*) as rows, json_build_object(${sums.join(', ')}) as sums
      from ${name} where merchant_id = $1`
  })
  const rows = await sql.unsafe<(Omit<TableCount, 'sums'> & { sums: string })[]>(
    `${counts.join(' union all ')} union all ${LEDGER}`,
    [merchantId],
  )
  return rows.map(({ sums, ...row }) => ({ ...row, sums: JSON.parse(sums) }))
}

/** The merchant's accounts: what was posted to each side of each. */
const LEDGER = `
  select 'ledger: ' || concat_ws(' ', debit, credit, currency), count(*), json_build_object('amount', sum(amount)::text)
  from ledger_entries where merchant_id = $1 group by debit, credit, currency`

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
