import type { FurtherEvent } from '#domain/event-types.ts'
import { exactInteger } from '#domain/exact-json.ts'
import type { Outcome, Transaction } from '#domain/transaction.ts'

/** Event of a declined charge that is asked for again. @param at of the next ask, by the merchant's clock */
export function retryScheduled(charge: Transaction, outcome: Outcome, at: Date, id: string): FurtherEvent {
  const { merchantId, terminalId, updatedAt } = charge
  const type = 'transaction.retry_scheduled'
  const payload = {
    id: charge.id,
    merchant_id: merchantId,
    terminal_id: terminalId,
    order_id: charge.orderId,
    reference: charge.reference,
    agreement_id: charge.agreementId,
    currency: charge.currency,
    amount: exactInteger(charge.amount),
    processing_code: outcome.code,
    response_message: outcome.responseMessage,
    advice: charge.data?.advice ?? null,
    next_attempt_at: at.toISOString(),
    metadata: charge.metadata,
  }
  return { id, type, merchantId, terminalId, body: JSON.stringify({ event: type, payload }), at: updatedAt }
}
