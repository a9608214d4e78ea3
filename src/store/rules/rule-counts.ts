import type { RuleKind } from '#domain/rules/rule.ts'
import type { Sql } from '../connection/database.ts'

export interface RuleCounts {
  readonly matched: number
  readonly approved: number
  readonly declined: number
}

/** The latest judged payments are counted, so that a large merchant waits no longer. */
const MOST_PAYMENTS = 100_000

/** Rules that matched a payment, as its `data` names them. */
const MARKS: Readonly<Record<RuleKind, string>> = {
  risk: `coalesce(data #> '{risk,matched}', '[]') || coalesce(data #> '{risk,shadow}', '[]')`,
  routing: `jsonb_build_array(data -> 'routing') || coalesce(data #> '{routing,shadow}', '[]')`,
}

/** Counts payments of the last 30 days by the rule of a kind that matched (docs/reference/rules.md#counts). */
export async function countMatches(
  sql: Sql,
  merchantId: string,
  kind: RuleKind,
): Promise<ReadonlyMap<string, RuleCounts>> {
  const rows = await sql<(RuleCounts & { rule: string })[]>`
    select mark ->> 'rule' as rule, count(*)::int as matched, count(*) filter (where status = 'APPROVED')::int as approved,
      count(*) filter (where status = 'DECLINED')::int as declined
    from (
      select status, data from transactions
      where merchant_id = ${merchantId} and data ?| array['risk', 'routing'] and created_at > now() - interval '30 days'
      order by created_at desc limit ${MOST_PAYMENTS}
    ) as judged
    cross join jsonb_array_elements(${sql.unsafe(MARKS[kind])}) as mark
    where mark ->> 'rule' is not null
    group by 1`
  return new Map(rows.map(({ rule, ...counts }) => [rule, counts]))
}
