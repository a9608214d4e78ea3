import { type Static, Type } from 'typebox'
import type { Customer } from '#domain/customer.ts'
import type { NextStep } from '#domain/next-step.ts'
import { BANK_METHODS, WALLET_REDIRECTS } from '#domain/payment-methods.ts'
import type { Session } from '#domain/session.ts'
import { VOUCHER_METHODS } from '#domain/vouchers.ts'
import type { Gateway, Settings } from '#flows/gateway.ts'
import { browserStepOf } from '#flows/payment/actions/browser-step.ts'
import { passMadeUpAction } from '#flows/payment/authenticate/made-up-actions.ts'
import { cancelByShopper, leavePayment } from '#flows/sessions/cancel-session.ts'
import { continuePayment, paymentOf } from '#flows/sessions/continue-payment.ts'
import { pay } from '#flows/sessions/pay.ts'
import type { PaymentOptions } from '#flows/sessions/payment-options.ts'
import { showSession } from '#flows/sessions/read-session.ts'
import { requestedMethodOf } from '#flows/sessions/requested-method.ts'
import { paymentUrl } from '#flows/sessions/session-urls.ts'
import { payerOf, type Submit } from '#flows/sessions/submit.ts'
import { readGiven } from '#interface/read.ts'
import { type Answer, answer, post, type RouteContext } from '../route.ts'
import { typedText } from './common/fields.ts'
import { ownBrowserInfo } from './common/own-browser-info.ts'

// Requests of our own pages. They are in no reference, because both sides are released together.

const BrowserSessionParams = Type.Object({ session_id: Type.String() })

const TypedText = Type.Optional(Type.String({ maxLength: 255 }))

const Told = Type.Optional(Type.Unknown({ maxLength: 8192 }))

/** Values of any type, so that a browser that hides or changes its screen can still pay. */
const ToldByScript = Type.Object({
  java_enabled: Told,
  color_depth: Told,
  screen_height: Told,
  screen_width: Told,
  time_zone_offset: Told,
  language: Told,
})

const BrowserPayBody = Type.Object({
  payment_method: Type.Object({
    type: Type.Enum(['card', 'saved_card', ...WALLET_REDIRECTS, ...BANK_METHODS, ...VOUCHER_METHODS]),
    number: TypedText,
    expiry_month: TypedText,
    expiry_year: TypedText,
    cvc: TypedText,
    payment_method_id: TypedText,
    email: TypedText,
    first_name: TypedText,
    last_name: TypedText,
    country: TypedText,
  }),
  customer: Type.Optional(
    Type.Object({
      firstName: TypedText,
      lastName: TypedText,
      address: TypedText,
      city: TypedText,
      postalCode: TypedText,
      country: TypedText,
      phone: TypedText,
      email: TypedText,
      holderName: TypedText,
    }),
  ),
  browser_info: ToldByScript,
  save_card: Type.Optional(Type.Boolean()),
  challenge_window_size: Type.Optional(Type.Enum(['01', '02', '03', '04', '05'])),
  locale: Type.Optional(Type.String({ maxLength: 35 })),
})

export type BrowserPayBody = Static<typeof BrowserPayBody>

const BrowserPaymentBody = Type.Object({ transaction_id: Type.String({ maxLength: 64 }) })

const BrowserCancelBody = Type.Object({ transaction_id: Type.Optional(Type.String({ maxLength: 64 })) })

/** Maximum time for the method page of the bank (docs/reference/three-ds.md#waits-on-the-gateways-own-pages). */
const FINGERPRINT_SECONDS = 5

/** Shows the least of a session, because the client key is public; a forwarded link shows no customer. */
export function browserSessionView({ country, customer, saveCard, paymentLinkId }: Session, offer: PaymentOptions) {
  return {
    country,
    customer: paymentLinkId === null ? shownCustomer(customer) : {},
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

/** Known fields of the customer, without the merchant's ID. */
function shownCustomer({ id: _, ...known }: Customer): Partial<Customer> {
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null))
}

/** @param fullPageUrl full page of the step, which posts the form of a provider */
function browserStepView(step: NextStep, fullPageUrl: string, settings: Settings) {
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

// The card frame calls these with the public client key and a session, without a token.

const SESSION = { guard: 'client', params: BrowserSessionParams } as const

export const payBrowserSessionRoute = post('/embedded-fields/sessions/:session_id/pay', {
  ...SESSION,
  body: BrowserPayBody,
  handle: async (gateway, context) => {
    const { session } = await showSession(gateway, context.caller.merchantId, context.caller.sessionId)
    return stepAnswer(gateway, session, await pay(gateway, session, submitOf(session, context)))
  },
})

export const continueBrowserSessionRoute = post('/embedded-fields/sessions/:session_id/continue', {
  ...SESSION,
  body: BrowserPaymentBody,
  handle: async (gateway, { caller, body }) => {
    const state = await showSession(gateway, caller.merchantId, caller.sessionId)
    return stepAnswer(gateway, state.session, await continuePayment(gateway, paymentOf(state, body.transaction_id)))
  },
})

export const cancelBrowserSessionRoute = post('/embedded-fields/sessions/:session_id/cancel', {
  ...SESSION,
  body: BrowserCancelBody,
  handle: async (gateway, { caller, body, ip }) => {
    const state = await showSession(gateway, caller.merchantId, caller.sessionId)
    const { transaction_id: id } = body
    const step = await (id === undefined
      ? cancelByShopper(gateway, state.session, ip)
      : leavePayment(gateway, paymentOf(state, id)))
    return stepAnswer(gateway, state.session, step)
  },
})

async function stepAnswer(gateway: Gateway, { sessionId }: Session, due: NextStep): Promise<Answer> {
  const step = await passMadeUpAction(gateway, due)
  const fullPageUrl = paymentUrl(gateway, sessionId, step.transaction.id)
  return answer(browserStepView(step, fullPageUrl, gateway.settings))
}

function submitOf(
  session: Session,
  { body, ip, header }: Pick<RouteContext<'client', unknown, unknown, BrowserPayBody>, 'body' | 'ip' | 'header'>,
): Submit {
  const { payment_method: method } = body
  const browserInfo = ownBrowserInfo(readGiven(ToldByScript, body.browser_info), header)
  const customer = typedCustomer(body)
  const typed = {
    type: method.type,
    number: method.number ?? '',
    expiryMonth: method.expiry_month ?? '',
    expiryYear: method.expiry_year ?? '',
    cvc: method.cvc ?? '',
    holderName: body.customer?.holderName ?? '',
    paymentMethodId: method.payment_method_id ?? '',
  }
  return {
    method: requestedMethodOf(typed, payerOf(session, customer)),
    customer,
    customerIp: ip,
    browserInfo,
    wantsCardSaved: body.save_card ?? false,
    page: {
      name: 'embedded-fields',
      locale: body.locale ?? session.locale ?? browserInfo.language,
      windowSize: body.challenge_window_size ?? '05',
    },
  }
}

/** Combines the fields of the method with those of the customer. */
function typedCustomer({ payment_method: method, customer }: BrowserPayBody): Submit['customer'] {
  return {
    firstName: typedText(method.first_name, customer?.firstName),
    lastName: typedText(method.last_name, customer?.lastName),
    address: typedText(customer?.address),
    city: typedText(customer?.city),
    country: typedText(method.country, customer?.country)?.toUpperCase() ?? null,
    postalCode: typedText(customer?.postalCode),
    email: typedText(method.email, customer?.email),
    phone: typedText(customer?.phone),
  }
}
