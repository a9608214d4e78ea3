import type { CardExpiry, IssuerUpdate } from '#domain/card-update.ts'
import type { FurtherEvent } from '#domain/event-types.ts'
import { cardFields, type EventCard, event } from './further-events.ts'

/** Stored card with its expiry; null if it can no longer be decrypted. */
export interface DatedCard extends EventCard {
  readonly merchantId: string
  readonly expiry: CardExpiry | null
}

/** Card of agreements that expires soon. @param at time of the warning */
export function paymentMethodExpiring(card: DatedCard, agreementIds: readonly string[], at: Date): FurtherEvent {
  const payload = { ...datedFields(card), agreement_ids: agreementIds }
  return event('payment_method.expiring', { merchantId: card.merchantId, terminalId: null, at }, payload)
}

/** Origin of a card's change: the merchant, or a provider's answer to a transaction. */
export type ChangedBy = { readonly by: 'MERCHANT' } | { readonly by: 'PROVIDER'; readonly transactionId: string }

export function paymentMethodUpdated(
  card: DatedCard & { readonly issuerUpdate: IssuerUpdate | null },
  changed: ChangedBy,
  at: Date,
): FurtherEvent {
  const payload = {
    ...datedFields(card),
    issuer_update: card.issuerUpdate,
    updated_by: changed.by,
    transaction_id: changed.by === 'PROVIDER' ? changed.transactionId : null,
  }
  return event('payment_method.updated', { merchantId: card.merchantId, terminalId: null, at }, payload)
}

function datedFields({ merchantId, expiry, ...card }: DatedCard) {
  const { month = null, year = null } = expiry ?? {}
  return { ...cardFields(merchantId, card), expiration_month: month, expiration_year: year }
}
