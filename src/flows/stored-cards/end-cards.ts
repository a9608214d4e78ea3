import { paymentMethodRemoved } from '#events/further-events.ts'
import type { Sql } from '#store/connection/database.ts'
import type { RemovedPaymentMethod } from '#store/customers/payment-methods.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import type { Gateway } from '../gateway.ts'
import { cancelAgreementsOf } from './cancel-agreements.ts'

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
  const removed = cards.map((card) => paymentMethodRemoved(merchantId, card, now))
  await recordFurtherEvents(tx, [...removed, ...canceled])
}
