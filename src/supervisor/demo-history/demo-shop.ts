import { type KeptCustomer, keptCustomer } from '#domain/customer.ts'
import { keptJson, keptText } from '#domain/kept-text.ts'
import type { NextStep } from '#domain/next-step.ts'
import { BANK_METHODS } from '#domain/payment-methods.ts'
import type { Transaction } from '#domain/transaction.ts'
import { createCustomer } from '#flows/customers/index.ts'
import type { Gateway } from '#flows/gateway.ts'
import { manage } from '#flows/manage/index.ts'
import { completeAuthentication } from '#flows/payment/authenticate/complete-authentication.ts'
import { requestAuthentication } from '#flows/payment/authenticate/request-authentication.ts'
import { authorize } from '#flows/payment/authorize/index.ts'
import type { PaymentRequest } from '#flows/payment/authorize/payment-request.ts'
import { openSimulatedAuthentications } from '#store/simulators/authentications.ts'
import type { FollowUp, Order } from './orders.ts'
import type { PastClock } from './past-clock.ts'
import { PEOPLE, type PersonName } from './people.ts'
import { emailAddress, ipAddress, type Kept, paysByCard, requestedMethod } from './requested-method.ts'

/** A bank that approves without a challenge, unless an order says otherwise. */
const FRICTIONLESS = {
  simulated_flow: 'VERSIONING_FINGERPRINT_A_FRICTIONLESS',
  authentication_simulator: { transStatus: 'Y' },
}
/** Methods other than cards end without a page. */
const WITHOUT_PAGE = { response_code: 'TRX_STATUS_APPROVED' }

const BROWSER = {
  userAgent: keptText('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'),
  acceptHeader: keptText('text/html,application/xhtml+xml'),
  javaEnabled: false,
  colorDepth: 24,
  screenHeight: 1080,
  screenWidth: 1920,
  timeZoneOffset: -60,
  language: 'en-GB',
}
const RETURN_URL = 'https://shop.example/result'
const HOUR_MS = 3_600_000
const CHALLENGE_MS = 34_000

export interface DemoMerchant {
  readonly merchantId: string
  readonly terminalId: string
}

/** Places and manages orders as the demo merchant's server and its shoppers would. */
export class DemoShop {
  readonly #gateway: Gateway
  readonly #clock: PastClock
  readonly #merchant: DemoMerchant
  readonly #customers = new Map<PersonName, KeptCustomer>()
  readonly #kept = new Map<PersonName, Kept>()

  constructor(gateway: Gateway, clock: PastClock, merchant: DemoMerchant) {
    this.#gateway = { ...gateway, clock }
    this.#clock = clock
    this.#merchant = merchant
  }

  async pay(order: Order, reference: string): Promise<Transaction> {
    let step = await authorize(this.#gateway, await this.#requestFor(order, reference))
    while (step.kind === 'action') step = await this.#takeStep(order, step)
    const { paymentMethod, agreementId } = step.transaction
    const { token } = paymentMethod
    if (order.savesCard && token !== null)
      this.#kept.set(order.person, { token, agreementId: agreementId ?? undefined })
    return step.transaction
  }

  async manage({ id, reference, currency, amount }: Transaction, followUp: FollowUp): Promise<void> {
    await manage(this.#gateway, {
      ...this.#merchant,
      reference,
      currency,
      amount: followUp.amount ?? amount,
      type: followUp.type,
      parentId: id,
      followUpReference: null,
      finalCapture: followUp.type === 'CAPTURE',
      metadata: null,
      repeatable: null,
    })
  }

  async #requestFor(order: Order, reference: string): Promise<PaymentRequest> {
    const { person, hold, savesCard, agreement, method } = order
    const { merchantId } = this.#merchant
    const isPayout = method === 'PAYOUT'
    const isPayment = BANK_METHODS.some((name) => name === method)
    return {
      ...this.#merchant,
      reference,
      referenceKind: isPayout ? 'payout' : isPayment ? 'payment' : 'transaction',
      description: keptText(order.description),
      currency: order.currency,
      amount: order.amount,
      transactionType: isPayout ? 'PAYOUT' : isPayment ? 'PAYMENT' : hold ? 'AUTHORIZE' : 'PURCHASE',
      paymentMethod: await requestedMethod(this.#gateway, merchantId, order, this.#kept.get(person) ?? {}),
      saveCard: savesCard,
      agreement: agreement ? { kind: 'new', terms: agreement } : null,
      customer: await this.#customer(order),
      customerIp: ipAddress(order),
      browserInfo: paysByCard(order) ? BROWSER : null,
      metadata: keptJson({ ...(paysByCard(order) ? FRICTIONLESS : WITHOUT_PAGE), ...order.metadata }),
      returnUrl: RETURN_URL,
      errorUrl: null,
      cancelUrl: null,
      notificationUrl: null,
      captureBy: hold?.expiresInHours === undefined ? null : new Date(Date.now() + hold.expiresInHours * HOUR_MS),
    }
  }

  /** People become customers with their first order. */
  async #customer(order: Order): Promise<KeptCustomer> {
    const existing = this.#customers.get(order.person)
    if (existing) return existing
    const [firstName, lastName, address, city, country, postalCode] = PEOPLE[order.person]
    const name = { firstName, lastName, email: emailAddress(order), phone: null }
    const person = keptCustomer({ id: null, ...name, address, city, country, postalCode })
    const { id } = await createCustomer(this.#gateway, this.#merchant.merchantId, person)
    const customer = { ...person, id }
    this.#customers.set(order.person, customer)
    return customer
  }

  /** Acts as the shopper's browser: fingerprint, then a challenge if the bank requires one. */
  async #takeStep({ metadata }: Order, { action }: Extract<NextStep, { kind: 'action' }>): Promise<NextStep> {
    const { merchantId } = this.#merchant
    const { sessionId, type, paymentData, token } = action
    if (type === 'THREE_DS_2_FINGERPRINT')
      return requestAuthentication(this.#gateway, merchantId, sessionId, paymentData)
    this.#clock.advance(CHALLENGE_MS)
    const { acs_trans_id: acsTransId } = JSON.parse(atob(token)) as { acs_trans_id: string }
    await openSimulatedAuthentications(this.#gateway.sql).show({ threeDsServerTransId: sessionId, acsTransId })
    const status = 'authentication_simulator' in metadata ? metadata.authentication_simulator.transStatus : 'Y'
    return (await completeAuthentication(this.#gateway, merchantId, sessionId, paymentData, status)).step
  }
}
