import type { Sql } from '../connection/database.ts'

/** Payments that a rule matched, and how they ended. */
export interface RuleCounts {
  readonly matched: number
  readonly approved: number
  readonly declined: number
}

/** The latest judged payments are counted, so that a large merchant waits no longer. */
const MOST_PAYMENTS = 100_000

/** Counts payments of the last 30 days by the risk rule that matched (docs/reference/rules.md#counts). */
export async function countRiskRules(sql: Sql, merchantId: string): Promise<ReadonlyMap<string, RuleCounts>> {
  const rows = await sql<(RuleCounts & { rule: string })[]>`
    select mark ->> 'rule' as rule, count(*)::int as matched, count(*) filter (where status = 'APPROVED')::int as approved,
      count(*) filter (where status = 'DECLINED')::int as declined
    from (
      select status, data -> 'risk' as risk from transactions
      where merchant_id = ${merchantId} and data ?| array['risk', 'routing'] and created_at > now() - interval '30 days'
      order by created_at desc limit ${MOST_PAYMENTS}
    ) as judged
    cross join jsonb_array_elements(coalesce(risk -> 'matched', '[]') || coalesce(risk -> 'shadow', '[]')) as mark
    group by 1`
  return new Map(rows.map(({ rule, ...counts }) => [rule, counts]))
}
