import type { BookedRefund, Intent } from './book.ts'
import { orderOf } from './steering.ts'

const CREATED = 1_790_000_000

/** So long an authorization can be captured. */
export const HELD_DAYS = 5

/** An intent as Stripe shows it. @param expanded with its charge instead of the charge's id */
export function shownIntent(intent: Intent, expanded: boolean) {
  const { id, amount, currency, captureMethod, description, metadata, status, lastError, charge } = intent
  const isHeld = status === 'requires_capture'
  return {
    id,
    object: 'payment_intent',
    amount: orderOf(description, 'amount') === 'wrong' ? 1 : amount,
    amount_capturable: isHeld ? amount - (charge?.captured ?? 0) : 0,
    amount_received: charge?.captured ?? 0,
    capture_method: captureMethod,
    client_secret: `${id}_secret_x`,
    created: CREATED,
    currency,
    description,
    last_payment_error: lastError,
    latest_charge: charge && (expanded ? shownCharge(intent) : charge.id),
    livemode: false,
    metadata,
    payment_method_types: ['card'],
    statement_descriptor_suffix: intent.suffix,
    status,
  }
}

function shownCharge({ id, amount, currency, description, metadata, charge, captureMethod }: Intent) {
  const { captured, refunded, authorizationCode } = charge!
  return {
    id: charge!.id,
    object: 'charge',
    amount,
    amount_captured: captured,
    amount_refunded: refunded,
    billing_details: {},
    captured: captured > 0,
    created: CREATED,
    currency,
    disputed: false,
    livemode: false,
    metadata,
    outcome: { network_status: 'approved_by_network', seller_message: 'Payment complete.', type: 'authorized' },
    paid: true,
    payment_intent: id,
    payment_method_details: {
      type: 'card',
      card: {
        exp_month: 12,
        exp_year: 2030,
        last4: '1111',
        authorization_code: authorizationCode,
        ...(captureMethod === 'manual' && { capture_before: Math.floor(Date.now() / 1000) + HELD_DAYS * 86_400 }),
        checks: checks(description),
      },
    },
    refunded: captured > 0 && refunded === captured,
    status: 'succeeded',
  }
}

/** `checks=pass,fail,unchecked`: street, postal code, security code. */
function checks(description: string) {
  const [street, postalCode, cvc] = (orderOf(description, 'checks') ?? 'pass,pass,pass').split(',')
  return { address_line1_check: street, address_postal_code_check: postalCode, cvc_check: cvc }
}

export function shownRefund({ id, intent, amount, metadata, status, failureReason }: BookedRefund) {
  return {
    id,
    object: 'refund',
    amount,
    charge: intent.charge!.id,
    created: CREATED,
    currency: intent.currency,
    metadata,
    payment_intent: intent.id,
    status,
    ...(failureReason !== null && { failure_reason: failureReason }),
  }
}

export function shownPaymentMethod(id: string) {
  const card = { brand: 'visa', exp_month: 12, exp_year: 2030, funding: 'credit', last4: '1111' }
  return { id, object: 'payment_method', billing_details: {}, card, created: CREATED, livemode: false, type: 'card' }
}

/** An error as Stripe answers it. */
export function errorOf(status: number, fields: Readonly<Record<string, unknown>>) {
  return { status, body: { error: { type: 'invalid_request_error', message: 'This cannot be done.', ...fields } } }
}
