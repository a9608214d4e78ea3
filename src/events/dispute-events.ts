import { type Dispute, disputeActions } from '#domain/dispute.ts'
import type { FurtherEvent } from '#domain/event-types.ts'
import { exactInteger } from '#domain/exact-json.ts'
import { providerWord } from '#domain/provider-words.ts'
import type { Transaction } from '#domain/transaction.ts'
import { event } from './further-events.ts'

export interface ShownDispute extends Dispute {
  /** True if the payment lost more than was captured. */
  readonly isDoubleLoss: boolean
  /** True if its provider supports acceptance. */
  readonly canAccept: boolean
}

export function disputeEvent(
  type: Extract<FurtherEvent['type'], `dispute.${string}`>,
  dispute: ShownDispute,
  at: Date,
): FurtherEvent {
  const { merchantId, terminalId } = dispute
  return event(type, { merchantId, terminalId, at }, disputePayload(dispute))
}

/** Dispute as the merchant sees it (docs/reference/disputes.md#the-dispute). */
export function disputePayload(dispute: ShownDispute) {
  return {
    id: dispute.disputeId,
    merchant_id: dispute.merchantId,
    terminal_id: dispute.terminalId,
    transaction_id: dispute.transactionId,
    payment_provider_account_id: dispute.providerAccountId,
    provider_reference: dispute.providerReference,
    stage: dispute.stage,
    status: dispute.status,
    reason: dispute.reason,
    network_reason_code: dispute.networkReasonCode,
    amount: exactInteger(dispute.amount),
    currency: dispute.currency,
    funds: dispute.funds,
    respond_by: dispute.respondBy?.toISOString() ?? null,
    evidence: null,
    allowed_actions: disputeActions(dispute, dispute.canAccept),
    double_loss: dispute.isDoubleLoss,
    history: dispute.history,
    created_at: dispute.createdAt.toISOString(),
    updated_at: dispute.updatedAt.toISOString(),
  }
}

/** Event of a fraud warning for a payment. @param reason the provider's word */
export function fraudWarningReceived(payment: Transaction, reason: string | null, at: Date): FurtherEvent {
  const { merchantId, terminalId, id, orderId, reference, currency, amount, processingResult } = payment
  const payload = {
    merchant_id: merchantId,
    terminal_id: terminalId,
    transaction_id: id,
    order_id: orderId,
    reference,
    currency,
    amount: exactInteger(amount),
    payment_provider_account_id: processingResult.paymentProviderAccountId,
    reason: providerWord(reason),
    created_at: at.toISOString(),
  }
  return event('fraud_warning.received', { merchantId, terminalId, at }, payload)
}
