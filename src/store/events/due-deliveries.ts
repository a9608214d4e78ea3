import type { Sql } from '../connection/database.ts'

const MOST = 10_000

export interface DueDeliveries {
  /** Of 10,000 at most. */
  readonly count: number
  readonly oldestAt: Date | null
}

export async function countDueDeliveries(sql: Sql): Promise<DueDeliveries> {
  const [row] = await sql<[DueDeliveries]>`
    select count(*)::integer as count, min(next_attempt_at) as "oldestAt"
    from (select next_attempt_at from deliveries where status = 'PENDING' and next_attempt_at <= now() limit ${MOST}) due`
  return row
}
