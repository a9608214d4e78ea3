import { stopAgreement } from '#domain/agreement.ts'
import type { FurtherEvent } from '#domain/event-types.ts'
import { agreementEvents } from '#events/agreement-events.ts'
import { paymentMethodRemoved } from '#events/payment-method-events.ts'
import { lockAgreementsOf, updateAgreement } from '#store/agreements/agreements.ts'
import type { Sql } from '#store/connection/database.ts'
import type { RemovedPaymentMethod } from '#store/customers/payment-methods.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import type { Gateway } from '../gateway.ts'

/** Cancels the agreements of cards that were just deleted, and records the events, in the same SQL transaction. */
export async function endCards(
  { clock }: Pick<Gateway, 'clock'>,
  tx: Sql,
  merchantId: string,
  cards: readonly RemovedPaymentMethod[],
): Promise<void> {
  const now = clock.now()
  const tokens = cards.map(({ token }) => token)
  const canceled = await cancelAgreementsOf(tx, merchantId, tokens, now)
  const removed = cards.map((card) => paymentMethodRemoved({ ...card, merchantId }, now))
  await recordFurtherEvents(tx, [...removed, ...canceled])
}

/**
 * Cancels the agreements of deleted cards; charges in progress continue (docs/reference/agreements.md#statuses).
 * @returns their events, which the caller records
 */
async function cancelAgreementsOf(
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
