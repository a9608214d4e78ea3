import type { Customer } from '#domain/customer.ts'
import type { NextStep } from '#domain/next-step.ts'
import type { Session } from '#domain/session.ts'
import type { Settings } from '#flows/gateway.ts'
import type { PaymentOptions } from '#flows/sessions/payment-options.ts'
import { browserStepOf } from '#flows/three-ds/browser-step.ts'

/** Seconds the bank's method page has at most (docs/reference/three-ds.md#waits-on-the-gateways-own-pages). */
const FINGERPRINT_SECONDS = 5

/** What the card frame shows of a session. Anybody with the public client key can ask for it, so it holds no more. */
export function browserSessionView({ country, customer, saveCard }: Session, offer: PaymentOptions) {
  return {
    country,
    customer: shownCustomer(customer),
    methods: offer.methods,
    saved_cards: offer.savedCards.map((card) => ({
      payment_method_id: card.paymentMethodId,
      masked: card.masked,
      brand: card.brand,
      expiration_month: card.expirationMonth,
      expiration_year: card.expirationYear,
      cvc_required: offer.cvcRequired,
    })),
    save_card: saveCard,
  }
}

export type BrowserSession = ReturnType<typeof browserSessionView>

/** The customer with the browser's field names, without what is not known and without the merchant's own id. */
function shownCustomer({ id: _, ...known }: Customer): Partial<Customer> {
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null))
}

/**
 * What a page of ours does next. A provider's form comes as a redirect to a page that posts it.
 * @param fullPageUrl where the payment goes on as a full page
 */
export function browserStepView(step: NextStep, fullPageUrl: string, settings: Settings) {
  const { transaction } = step
  const { id, status, processingCode } = transaction
  return {
    approved: status === 'APPROVED',
    status,
    transaction_id: id,
    processing_code: processingCode,
    ...(step.kind === 'redirect' && { redirect: { url: step.url } }),
    ...(step.kind === 'form-submit' && { redirect: { url: fullPageUrl } }),
    ...(step.kind === 'action' && actionView(step, fullPageUrl, settings)),
  }
}

function actionView(
  { action }: Extract<NextStep, { kind: 'action' }>,
  fullPageUrl: string,
  { challengeTtlSeconds }: Settings,
) {
  const step = browserStepOf(action)
  if (step.kind === 'foreign') return {}
  const form = step.kind === 'post' ? step.form : undefined
  return {
    action: {
      type: action.type,
      url: form?.url ?? null,
      fields: form?.fields ?? {},
      wait_seconds: form?.kind === 'FINGERPRINT' ? FINGERPRINT_SECONDS : 0,
      limit_seconds: challengeTtlSeconds,
      window_size: step.windowSize,
      full_page_url: fullPageUrl,
    },
  }
}
