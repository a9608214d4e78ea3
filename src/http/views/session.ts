import { exactInteger } from '#domain/exact-json.ts'
import { representativePayment, type SessionState, sessionStatusOf } from '#domain/session.ts'
import { customerView } from './customer.ts'

/** A session as the merchant sees it (docs/reference/objects.md#session). */
export function sessionView(state: SessionState, hostedPaymentPageUrl: string) {
  const { session, payments } = state
  return {
    id: session.sessionId,
    terminal_id: session.terminalId,
    reference: session.reference,
    description: session.description,
    currency: session.currency,
    amount: exactInteger(session.amount),
    transaction_type: session.transactionType,
    return_url: session.returnUrl,
    customer: customerView(session.customer),
    country: session.country,
    metadata: session.metadata,
    status: sessionStatusOf(state),
    expires_at: session.expiresAt.toISOString(),
    hosted_payment_page_url: hostedPaymentPageUrl,
    transaction_id: representativePayment(state)?.id ?? null,
    transactions: payments.map(({ id }) => id),
    created_at: session.createdAt.toISOString(),
  }
}
