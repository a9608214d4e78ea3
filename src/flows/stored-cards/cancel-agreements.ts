import { stopAgreement } from '#domain/agreement.ts'
import type { FurtherEvent } from '#domain/event-types.ts'
import { agreementEvents } from '#events/agreement-events.ts'
import { lockAgreementsOf, updateAgreement } from '#store/agreements/agreements.ts'
import type { Sql } from '#store/connection/database.ts'

/**
 * Cancels the agreements of deleted cards; charges in progress continue (docs/reference/agreements.md#statuses).
 * @returns their events, which the caller records
 */
export async function cancelAgreementsOf(
  sql: Sql,
  merchantId: string,
  tokens: readonly string[],
  at: Date,
): Promise<readonly FurtherEvent[]> {
  if (tokens.length === 0) return []
  const events: FurtherEvent[] = []
  for (const agreement of await lockAgreementsOf(sql, merchantId, tokens)) {
    const canceled = stopAgreement(agreement, 'CANCELED', 'CARD_REMOVED', at)
    await updateAgreement(sql, canceled)
    events.push(...agreementEvents(agreement, canceled, null, null))
  }
  return events
}
