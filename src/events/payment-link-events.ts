import type { RequestedAgreement } from '#domain/agreement.ts'
import type { KeptCustomer } from '#domain/customer.ts'
import type { FurtherEvent } from '#domain/event-types.ts'
import { exactInteger } from '#domain/exact-json.ts'
import { type PaymentLinkState, paymentLinkStatusOf } from '#domain/payment-link.ts'
import { event } from './further-events.ts'

export function paymentLinkCompleted(state: PaymentLinkState, baseUrl: string, at: Date): FurtherEvent {
  return event('payment_link.completed', about(state, at), paymentLinkPayload(state, baseUrl))
}

export function paymentLinkExpired(state: PaymentLinkState, baseUrl: string, at: Date): FurtherEvent {
  return event('payment_link.expired', about(state, at), paymentLinkPayload(state, baseUrl))
}

function about({ link: { merchantId, terminalId } }: PaymentLinkState, at: Date) {
  return { merchantId, terminalId, at }
}

/** Payment link as the merchant sees it (docs/reference/payment-links.md#the-link). */
export function paymentLinkPayload(state: PaymentLinkState, baseUrl: string) {
  const { link } = state
  const url = `${baseUrl}/pay/${link.paymentLinkId}`
  return {
    id: link.paymentLinkId,
    terminal_id: link.terminalId,
    reference: link.reference,
    description: link.description,
    currency: link.currency,
    transaction_type: link.transactionType,
    amount: exact(link.amount),
    amount_min: exact(link.amountMin),
    amount_max: exact(link.amountMax),
    max_payments: link.maxPayments,
    expires_at: text(link.expiresAt),
    customer: customerFields(link.customer),
    country: link.country,
    metadata: link.metadata,
    payment_methods: link.paymentMethods,
    tokenization: { save_card_for_future_payments: SAVE_CARD[link.saveCard] },
    agreement: link.agreement && agreementFields(link.agreement),
    return_url: link.returnUrl,
    locale: link.locale,
    message: link.message,
    status: paymentLinkStatusOf(state),
    url,
    qr_url: `${url}/qr.svg`,
    payments: state.payments,
    collected_amount: exactInteger(state.collectedAmount),
    last_transaction_id: state.lastTransactionId,
    session_ids: state.sessionIds,
    opened_at: text(state.openedAt),
    completed_at: text(state.completedAt),
    created_at: link.createdAt.toISOString(),
    updated_at: state.updatedAt.toISOString(),
  }
}

const SAVE_CARD = { no: false, yes: true, ask: 'ask' } as const

function agreementFields(agreement: RequestedAgreement) {
  if (agreement.kind === 'existing') return { id: agreement.agreementId }
  const { purpose, description, maxAmount, frequencyDays, endsOn } = agreement.terms
  return { purpose, description, max_amount: exact(maxAmount), frequency_days: frequencyDays, ends_on: endsOn }
}

function exact(amount: bigint | null) {
  return amount === null ? null : exactInteger(amount)
}

function text(at: Date | null): string | null {
  return at?.toISOString() ?? null
}

function customerFields({ id, firstName, lastName, postalCode, ...rest }: KeptCustomer) {
  const { address, city, country, email, phone } = rest
  const name = { id, first_name: firstName, last_name: lastName }
  return { ...name, address, city, country, postal_code: postalCode, email, phone }
}
