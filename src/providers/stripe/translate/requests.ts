import type { AskedAttempt, AuthenticationProof, Card, Charge, Customer } from '#providers/port/tools.ts'
import { amountOf } from './amount.ts'
import type { Form, StripeRequest } from './form.ts'

/** Facts of a charge that every inquiry has. */
export type AskedCharge = Pick<AskedAttempt, 'attemptId' | 'transactionId' | 'merchantId' | 'reference' | 'money'> & {
  readonly operation: AskedAttempt['operation']
}

const INTENTS = '/v1/payment_intents'
/** Expands the charge, which has the issuer's answer. */
const WITH_CHARGE = { 'expand[]': 'latest_charge' }

/** Inquiries repeat this request exactly, in later releases too, so it has only facts that every attempt stores. */
export function createIntent(asked: AskedCharge): StripeRequest {
  const isHeld = asked.operation === 'AUTHORIZE'
  const plain = { amount: amountOf(asked.money)!, currency: asked.money.currency.toLowerCase() }
  const form = {
    ...plain,
    capture_method: isHeld ? 'manual' : 'automatic',
    'payment_method_types[]': 'card',
    'payment_method_options[card][request_multicapture]': isHeld ? 'if_available' : undefined,
    description: asked.reference,
    'metadata[attempt_id]': asked.attemptId,
    'metadata[transaction_id]': asked.transactionId,
    'metadata[merchant_id]': asked.merchantId,
  }
  const kept = { ...plain, attempt_id: asked.attemptId }
  return { method: 'POST', path: INTENTS, form, idempotencyKey: `${asked.attemptId}:create`, kept }
}

/** Sets the statement text. A separate request, because settings change and the first one may not. */
export function describeIntent(intent: string, attemptId: string, suffix: string): StripeRequest {
  const form = { statement_descriptor_suffix: suffix }
  return { method: 'POST', path: pathOf(intent), form, idempotencyKey: `${attemptId}:describe`, kept: form }
}

export function createPaymentMethod({ attemptId, customer }: Charge, card: Card): StripeRequest {
  const form = {
    type: 'card',
    'card[number]': card.number,
    'card[exp_month]': String(card.expirationMonth),
    'card[exp_year]': String(card.expirationYear),
    'card[cvc]': card.cvv ?? undefined,
    ...billingDetails(card, customer),
  }
  return { method: 'POST', path: '/v1/payment_methods', form, idempotencyKey: `${attemptId}:card` }
}

/** Issuers compare the address with their own. Empty values are omitted: Stripe would delete the field. */
function billingDetails({ holderName }: Card, customer: Customer): Form {
  const name = holderName ?? [customer.firstName, customer.lastName].filter(Boolean).join(' ')
  return {
    'billing_details[name]': name || undefined,
    'billing_details[address][line1]': customer.address || undefined,
    'billing_details[address][city]': customer.city || undefined,
    'billing_details[address][postal_code]': customer.postalCode || undefined,
    'billing_details[address][country]': customer.country || undefined,
  }
}

/** Charges. If authentication is required, Stripe declines, because 3-D Secure is ours. */
export function confirmIntent(
  intent: string,
  { attemptId, proof, agreement }: Pick<Charge, 'attemptId' | 'proof' | 'agreement'>,
  paymentMethod: string,
): StripeRequest {
  const form = {
    payment_method: paymentMethod,
    error_on_requires_action: 'true',
    ...(agreement && PRESENCE[agreement.initiatedBy]),
    ...(proof && threeDSecure(proof)),
    ...WITH_CHARGE,
  }
  return { method: 'POST', path: `${pathOf(intent)}/confirm`, form, idempotencyKey: `${attemptId}:confirm` }
}

/** Payment with an agreement: the shopper is present and later charges follow, or the shopper is absent. */
const PRESENCE = { CUSTOMER: { setup_future_usage: 'off_session' }, MERCHANT: { off_session: 'true' } } as const

const THREE_D_SECURE = 'payment_method_options[card][three_d_secure]'

/** Stripe accepts a proof only with its value and the directory server's ID, and no indicator 00. */
function threeDSecure({ eci, authenticationValue, dsTransId, messageVersion }: AuthenticationProof): Form {
  if (authenticationValue === null || dsTransId === null) return {}
  return {
    [`${THREE_D_SECURE}[version]`]: messageVersion,
    [`${THREE_D_SECURE}[cryptogram]`]: authenticationValue,
    [`${THREE_D_SECURE}[transaction_id]`]: dsTransId,
    [`${THREE_D_SECURE}[electronic_commerce_indicator]`]: eci === null || eci === '00' ? undefined : eci,
  }
}

export function readIntent(intent: string): StripeRequest {
  return { method: 'GET', path: `${pathOf(intent)}?${new URLSearchParams(WITH_CHARGE)}`, idempotencyKey: null }
}

/** Cheapest call that a key for payments is allowed. */
export const LIST_ONE_INTENT: StripeRequest = { method: 'GET', path: `${INTENTS}?limit=1`, idempotencyKey: null }

export function pathOf(intent: string): string {
  return `${INTENTS}/${encodeURIComponent(intent)}`
}

const DISPUTES = '/v1/disputes'

/** Reads a dispute with its payment intent, which has the ID of our attempt. */
export function readDispute(dispute: string): StripeRequest {
  const query = new URLSearchParams({ 'expand[]': 'payment_intent' })
  return { method: 'GET', path: `${DISPUTES}/${encodeURIComponent(dispute)}?${query}`, idempotencyKey: null }
}

export function closeDispute(dispute: string): StripeRequest {
  const path = `${DISPUTES}/${encodeURIComponent(dispute)}/close`
  return { method: 'POST', path, form: {}, idempotencyKey: `${dispute}:close` }
}
