import type { Sql } from '../connection/database.ts'

/** How many payments nobody has settled in time, of all merchants and of 10,000 at most: should always be none. */
export async function countOverdue(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count
    from (select 1 from transactions where due_at < now() - interval '1 minute' limit 10000) overdue`
  return row.count
}
