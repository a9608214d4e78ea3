import { type Agreement, chargeRefusal, UNKNOWN_AGREEMENT } from '#domain/agreement.ts'
import type { Refusal } from '#domain/eligibility.ts'
import { dayIn } from '#domain/time-zone.ts'
import { findAgreement } from '#store/agreements/agreements.ts'
import { type ConfigSnapshot, merchantTime } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import { openStoredCard } from '../../stored-cards/card-at-rest.ts'
import type { PaymentRequest, RequestedMethod } from './payment-request.ts'
import { cardMethod, type ResolvedMethod } from './resolved-method.ts'

/**
 * Resolves the card of an agreement for a charge (docs/reference/agreements.md#charges).
 * @returns a refusal if the agreement is not this merchant's or does not allow the charge, or its card is undecryptable
 */
export async function resolveAgreement(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  request: PaymentRequest,
  { type, agreementId }: Extract<RequestedMethod, { kind: 'agreement' }>,
): Promise<ResolvedMethod | { readonly refusal: Refusal }> {
  const { merchantId } = request
  const agreement = await findAgreement(gateway.sql, merchantId, agreementId)
  if (!agreement) return { refusal: UNKNOWN_AGREEMENT }
  const refusal = chargeRefusal(agreement, request, todayOf(gateway, snapshot))
  if (refusal) return { refusal }
  const card = await openCard(gateway, agreement)
  if (!card) return { refusal: UNUSABLE }
  const instrument = { kind: 'card', card, cryptogram: null, byAgreement: true } as const
  return { ...cardMethod(type, instrument, agreement.paymentMethodToken), agreement }
}

const UNUSABLE: Refusal = {
  ...UNKNOWN_AGREEMENT,
  message: 'The card of this agreement no longer works; move the agreement to another card.',
}

export function todayOf(gateway: Gateway, snapshot: ConfigSnapshot): string {
  return dayIn(snapshot.config.merchant.timeZone, merchantTime(gateway, snapshot))
}

async function openCard(gateway: Gateway, { merchantId, paymentMethodToken }: Agreement) {
  const stored =
    paymentMethodToken === null ? undefined : await gateway.findPaymentMethod(merchantId, paymentMethodToken)
  return stored && openStoredCard(gateway, stored)
}
