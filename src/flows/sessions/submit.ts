import { isCountry } from '#domain/country.ts'
import { type Customer, type KeptBrowserInfo, type KeptCustomer, keptCustomer } from '#domain/customer.ts'
import { isEmail } from '#domain/email.ts'
import { cardNumberProblems } from '#domain/kept-text.ts'
import { invalid, RequestError } from '#domain/problem.ts'
import { paymentTypeOf, type SaveCard, type Session } from '#domain/session.ts'
import type { ShopperPage } from '#domain/transaction.ts'
import type { Gateway } from '../gateway.ts'
import { nameOf, type PaymentRequest, type RequestedMethod } from '../payment/authorize/payment-request.ts'
import { admitsMethod } from './available-methods.ts'
import { hostedPageUrl } from './session-urls.ts'

export interface Submit {
  readonly method: RequestedMethod
  /** From the shopper's form; null for the session's values. */
  readonly customer: Omit<Customer, 'id'>
  readonly customerIp: string
  readonly browserInfo: KeptBrowserInfo
  /** The shopper's choice to save the card, if the session offers it. */
  readonly wantsCardSaved: boolean
  readonly page: ShopperPage
  /**
   * Latest payment when the page was rendered, null for none; undefined for the latest at the submit. A newer payment
   * in progress means a repeated submit.
   */
  readonly knownPayment?: string | null
}

/** Payment request of a session (docs/reference/sessions.md#payments-in-a-session). @throws RequestError `invalid` */
export function paymentRequestOf(gateway: Gateway, session: Session, submit: Submit): PaymentRequest {
  const { method, page } = submit
  const { merchantId, terminalId, reference, description, currency, amount, metadata } = session
  const { captureBy, agreement, threeDs } = session
  return {
    merchantId,
    terminalId,
    reference,
    referenceKind: 'session',
    description,
    currency,
    amount,
    transactionType: typeOf(method, session),
    paymentMethod: method,
    saveCard: method.kind === 'typed-card' && SAVES[session.saveCard](submit),
    customer: customerOf(session, submit),
    customerIp: submit.customerIp,
    browserInfo: submit.browserInfo,
    metadata,
    captureBy,
    agreement,
    threeDs,
    ...returnsOf(gateway, session, page),
    notificationUrl: null,
    session,
    shopperPage: page,
  }
}

const SAVES: Record<SaveCard, (submit: Submit) => boolean> = {
  no: () => false,
  yes: () => true,
  ask: ({ wantsCardSaved }) => wantsCardSaved,
}

function typeOf(method: RequestedMethod, session: Session): PaymentRequest['transactionType'] {
  if (session.agreement && method.kind !== 'typed-card' && method.kind !== 'saved-card')
    throw invalid('payment_method.type', 'Pay by card; this payment makes an agreement.')
  const type = paymentTypeOf(nameOf(method), session.transactionType)
  if (type && admitsMethod(session, nameOf(method))) return type
  throw invalid('payment_method.type', `A session with ${session.transactionType} does not accept this payment method.`)
}

/** The shopper's entries override the merchant's values. @throws RequestError `invalid` */
function customerOf({ customer, country }: Session, { customer: typed }: Submit): KeptCustomer {
  if (typed.country && !isCountry(typed.country)) throw invalid('customer.country', 'Choose a country.')
  if (typed.email && !isEmail(typed.email)) throw invalid('customer.email', 'Use an email address.')
  refuseCardNumbers(typed)
  return keptCustomer({ id: customer.id, ...payerOf({ customer, country }, typed) })
}

/** Rejects card numbers in other fields, which the shopper can correct. @throws RequestError `invalid` naming each */
function refuseCardNumbers({ country: _, phone, ...texts }: Submit['customer']) {
  const problems = [
    ...Object.entries(texts).flatMap(([field, text]) => cardNumberProblems(`customer.${field}`, text ?? '')),
    ...cardNumberProblems('customer.phone', phone ?? '', true),
  ]
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

/** Payer, as far as the shopper or the merchant named one. */
export function payerOf(
  { customer, country }: Pick<Session, 'customer' | 'country'>,
  typed: Submit['customer'],
): Submit['customer'] {
  return {
    firstName: typed.firstName ?? customer.firstName,
    lastName: typed.lastName ?? customer.lastName,
    address: typed.address ?? customer.address,
    city: typed.city ?? customer.city,
    country: typed.country ?? customer.country ?? country,
    postalCode: typed.postalCode ?? customer.postalCode,
    email: typed.email ?? customer.email,
    phone: typed.phone ?? customer.phone,
  }
}

/** After a decline the hosted page offers another payment; a shop with embedded fields does so on its own page. */
function returnsOf(gateway: Gateway, { sessionId, returnUrl }: Session, { name, locale }: ShopperPage) {
  const errorUrl = name === 'hosted-payment-page' ? hostedPageUrl(gateway, sessionId, locale) : returnUrl
  return { returnUrl, errorUrl, cancelUrl: returnUrl }
}
