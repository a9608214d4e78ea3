import { DISPUTE_WARNING_HOURS } from '#domain/dispute.ts'
import type { Sql } from '../connection/database.ts'
import { clockAhead } from '../test-clock/test-clock.ts'
import { disputeColumns, type StoredDispute } from './disputes.ts'

/** Claims cases near their deadline by the merchant's clock; only those still waiting get a warning. */
export async function claimDueWarnings(
  sql: Sql,
  limit: number,
): Promise<readonly (StoredDispute & { readonly isToWarn: boolean })[]> {
  return sql<(StoredDispute & { isToWarn: boolean })[]>`
    with due as (
      select merchant_id as merchant, dispute_id as dispute, now() + ${clockAhead(sql, sql`disputes.merchant_id`)} as present
      from disputes where warning_due_at <= now()
      order by warning_due_at limit ${limit} for update skip locked
    )
    update disputes set warning_due_at = now() + (
      select last.at - due.present
      from (select respond_by - make_interval(hours => ${DISPUTE_WARNING_HOURS.last}) as at) as last where last.at > due.present
    )
    from due where merchant_id = due.merchant and dispute_id = due.dispute
    returning ${disputeColumns(sql)}, status = 'NEEDS_RESPONSE' and respond_by > due.present as "isToWarn"`
}
