import type { Agreement, AgreementStatus } from '#domain/agreement.ts'
import type { CardExpiry } from '#domain/card-update.ts'
import type { FurtherEvent } from '#domain/event-types.ts'
import { exactInteger } from '#domain/exact-json.ts'
import { newId } from '#domain/ids.ts'

/** Agreement as merchants see it (docs/reference/agreements.md#the-agreement). @param expiry null without a card */
export function agreementFields(agreement: Agreement, expiry: CardExpiry | null) {
  const { maxAmount } = agreement
  return {
    id: agreement.agreementId,
    merchant_id: agreement.merchantId,
    status: agreement.status,
    stop_reason: agreement.stopReason,
    purpose: agreement.purpose,
    description: agreement.description,
    currency: agreement.currency,
    max_amount: maxAmount === null ? null : exactInteger(maxAmount),
    frequency_days: agreement.frequencyDays,
    ends_on: agreement.endsOn,
    customer_id: agreement.customerId,
    payment_method: cardFields(agreement, expiry),
    origin: agreement.origin,
    network_transaction_id: agreement.networkTransactionId,
    first_transaction_id: agreement.firstTransactionId,
    last_transaction_id: agreement.lastTransactionId,
    authentication_status: agreement.authenticationStatus,
    accepted_at: agreement.acceptedAt?.toISOString() ?? null,
    created_at: agreement.createdAt.toISOString(),
    updated_at: agreement.updatedAt.toISOString(),
    ended_at: agreement.endedAt?.toISOString() ?? null,
  }
}

function cardFields({ paymentMethodToken: token, masked, brand, hash }: Agreement, expiry: CardExpiry | null) {
  if (token === null) return null
  return { token, masked, brand, hash, expiration_month: expiry?.month ?? null, expiration_year: expiry?.year ?? null }
}

const TYPES: Readonly<Partial<Record<AgreementStatus, 'activated' | 'suspended' | 'ended'>>> = {
  ACTIVE: 'activated',
  SUSPENDED: 'suspended',
  CANCELED: 'ended',
  ENDED: 'ended',
}

/** Event of an agreement whose status changed, if it did. @param terminalId of the payment that changed it */
export function agreementEvents(
  before: Agreement | null,
  after: Agreement,
  expiry: CardExpiry | null,
  terminalId: string | null,
): readonly FurtherEvent[] {
  const kind = TYPES[after.status]
  if (!kind || before?.status === after.status) return []
  const type = `agreement.${kind}` as const
  const { merchantId, updatedAt: at } = after
  const body = JSON.stringify({ event: type, payload: agreementFields(after, expiry) })
  return [{ id: newId('evt'), type, merchantId, terminalId, body, at }]
}
