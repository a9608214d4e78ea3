import type { FurtherEvent } from '#domain/event-types.ts'
import { providerWord } from '#domain/provider-words.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { ShownDispute } from '#interface/dispute.ts'
import { event } from './further-events.ts'

export function disputeEvent(
  type: Extract<FurtherEvent['type'], `dispute.${string}`>,
  dispute: ShownDispute,
  at: Date,
): FurtherEvent {
  return event(type, { ...dispute, at }, dispute)
}

/** Event of a fraud warning for a payment. @param reason the provider's word */
export function fraudWarningReceived(payment: Transaction, reason: string | null, at: Date): FurtherEvent {
  const warning = { ...payment, reason: providerWord(reason), at }
  return event('fraud_warning.received', warning, warning)
}
