import type { NextStep } from '#domain/next-step.ts'
import type { Session } from '#domain/session.ts'
import type { Gateway } from '#flows/gateway.ts'
import { cancelByShopper, leavePayment } from '#flows/sessions/cancel-session.ts'
import { continuePayment, paymentOf } from '#flows/sessions/continue-payment.ts'
import { pay } from '#flows/sessions/pay.ts'
import { showSession } from '#flows/sessions/read-session.ts'
import { requestedMethodOf } from '#flows/sessions/requested-method.ts'
import { paymentUrl } from '#flows/sessions/session-urls.ts'
import { payerOf, type Submit } from '#flows/sessions/submit.ts'
import { passMadeUpAction } from '#flows/three-ds/made-up-actions.ts'
import {
  BrowserCancelBody,
  BrowserPayBody,
  BrowserPaymentBody,
  BrowserSessionParams,
} from '../contract/browser-sessions.ts'
import { type Answer, type RouteContext, route } from '../route.ts'
import { browserStepView } from '../views/browser-session.ts'
import { typedText } from './common/fields.ts'
import { ownBrowserInfo } from './common/own-browser-info.ts'

// What the card frame calls: with the merchant's public client key and a session, never with a token.

/** Operations on one session, named by the last part of the path. */
const SESSION = { method: 'POST', guard: 'client', params: BrowserSessionParams } as const

export const payBrowserSessionRoute = route({
  ...SESSION,
  path: '/embedded-fields/sessions/:session_id/pay',
  summary: 'Submit a payment of the shopper',
  body: BrowserPayBody,
  handle: async (gateway, context) => {
    const { session } = await showSession(gateway, context.caller.merchantId, context.caller.sessionId)
    return stepAnswer(gateway, session, await pay(gateway, session, submitOf(session, context)))
  },
})

export const continueBrowserSessionRoute = route({
  ...SESSION,
  path: '/embedded-fields/sessions/:session_id/continue',
  summary: 'Continue after a step in the browser',
  body: BrowserPaymentBody,
  handle: async (gateway, { caller, body }) => {
    const state = await showSession(gateway, caller.merchantId, caller.sessionId)
    return stepAnswer(gateway, state.session, await continuePayment(gateway, paymentOf(state, body.transaction_id)))
  },
})

export const cancelBrowserSessionRoute = route({
  ...SESSION,
  path: '/embedded-fields/sessions/:session_id/cancel',
  summary: 'Cancel a payment or the session',
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
  return { status: 200, json: browserStepView(step, fullPageUrl, gateway.settings) }
}

function submitOf(
  session: Session,
  { body, ip, header }: Pick<RouteContext<'client', unknown, unknown, BrowserPayBody>, 'body' | 'ip' | 'header'>,
): Submit {
  const { payment_method: method } = body
  const browserInfo = ownBrowserInfo(toldBy(body), header)
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
      locale: browserInfo.language || 'en',
      windowSize: body.challenge_window_size ?? '05',
    },
  }
}

function toldBy({ browser_info: browser }: BrowserPayBody) {
  const { java_enabled: javaEnabled, color_depth: colorDepth, language } = browser
  const { screen_height: screenHeight, screen_width: screenWidth, time_zone_offset: timeZoneOffset } = browser
  return { javaEnabled, colorDepth, screenHeight, screenWidth, timeZoneOffset, language }
}

/** What was typed for an alternative method is the customer's as well. */
function typedCustomer({ payment_method: method, customer }: BrowserPayBody): Submit['customer'] {
  return {
    firstName: typedText(method.first_name, customer?.firstName),
    lastName: typedText(method.last_name, customer?.lastName),
    address: typedText(customer?.address),
    city: typedText(customer?.city),
    country: typedText(method.country, customer?.country),
    postalCode: typedText(customer?.postalCode),
    email: typedText(method.email, customer?.email),
    phone: typedText(customer?.phone),
  }
}
