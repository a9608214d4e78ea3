import type { FurtherEvent } from '#domain/event-types.ts'
import { providerWord } from '#domain/provider-words.ts'
import type { Transaction } from '#domain/transaction.ts'
import { DisputeRecord, FraudWarning, type ShownDispute } from '#interface/dispute.ts'
import { event } from './further-events.ts'

export function disputeEvent(
  type: Extract<FurtherEvent['type'], `dispute.${string}`>,
  dispute: ShownDispute,
  at: Date,
): FurtherEvent {
  const { merchantId, terminalId } = dispute
  return event(type, { merchantId, terminalId, at }, DisputeRecord.of(dispute))
}

/** Event of a fraud warning for a payment. @param reason the provider's word */
export function fraudWarningReceived(payment: Transaction, reason: string | null, at: Date): FurtherEvent {
  const { merchantId, terminalId } = payment
  const payload = FraudWarning.of({ ...payment, reason: providerWord(reason), at })
  return event('fraud_warning.received', { merchantId, terminalId, at }, payload)
}
