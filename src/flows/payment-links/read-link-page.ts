import type { TerminalConfig } from '#domain/merchant.ts'
import { isFull, type PaymentLink, type PaymentLinkState, paymentLinkStatusOf } from '#domain/payment-link.ts'
import { livePayment, representativePayment } from '#domain/session.ts'
import { dayIn } from '#domain/time-zone.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findTerminalConfig } from '#store/merchants/terminal-config.ts'
import { readTestClock } from '#store/merchants/test-clock.ts'
import { findSession } from '#store/sessions/sessions.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { agreementProblems } from '../sessions/agreement-of-session.ts'
import { availableMethods } from '../sessions/available-methods.ts'
import { readSessionAfterInquiry } from '../sessions/read-session.ts'
import { linkTerms } from './link-terms.ts'
import { openPaymentLink } from './read-payment-links.ts'

export type LinkPageState =
  | 'open'
  | 'paid'
  | 'pending'
  | 'busy'
  | 'completed'
  | 'expired'
  | 'disabled'
  | 'unavailable'
  | 'tooMany'
  | 'crowded'

export interface LinkPage {
  readonly state: LinkPageState
  readonly link: PaymentLinkState['link']
  readonly merchantName: string
  readonly timeZone: string
  readonly payment: Transaction | undefined
  /** Session in which a shopper is paying a link for one payment. */
  readonly busySessionId: string | undefined
}

/** Changes nothing. @param sessionId of a shopper who returns from the hosted page @throws RequestError `not-found` */
export async function readLinkPage(gateway: Gateway, id: string, sessionId: string | undefined): Promise<LinkPage> {
  const returned = await paymentOf(gateway, id, sessionId)
  const state = await openPaymentLink(gateway, id)
  const { link } = state
  const config = await findTerminalConfig(gateway.sql, link.merchantId, link.terminalId)
  if (!config) throw new Error(`Merchant ${link.merchantId} is gone.`)
  const payment = returned ?? (await onlyPayment(gateway, state))
  const shown = payment ? PAYMENT_STATES[payment.status] : undefined
  const pageState = shown ?? stateOf(state, await isPayable(gateway, config, link))
  const busySessionId = pageState === 'busy' && link.maxPayments === 1 ? state.sessionIds[0] : undefined
  const { name: merchantName, timeZone } = config.merchant
  return { state: pageState, link, merchantName, timeZone, payment, busySessionId }
}

/** True if the terminal can take a payment of the link, and its agreement is not over. */
async function isPayable(gateway: Gateway, config: TerminalConfig, link: PaymentLink): Promise<boolean> {
  if ('refusal' in availableMethods(gateway, config, linkTerms(link))) return false
  if (!link.agreement) return true
  const today = dayIn(config.merchant.timeZone, await readTestClock(gateway.sql, link.merchantId))
  return (await agreementProblems(gateway, link, today)).length === 0
}

const PAYMENT_STATES: Partial<Record<Transaction['status'], LinkPageState>> = { APPROVED: 'paid', PENDING: 'pending' }

function stateOf(state: PaymentLinkState, isPossible: boolean): LinkPageState {
  const status = paymentLinkStatusOf(state)
  if (status !== 'ACTIVE')
    return ({ COMPLETED: 'completed', EXPIRED: 'expired', DISABLED: 'disabled' } as const)[status]
  if (isFull(state)) return 'busy'
  return isPossible ? 'open' : 'unavailable'
}

/** Payment of the session from which a shopper returns, if it is the link's. Their provider is called first. */
async function paymentOf(gateway: Gateway, id: string, sessionId: string | undefined) {
  if (sessionId === undefined) return undefined
  const found = await findSession(gateway.sql, undefined, sessionId)
  if (found?.session.paymentLinkId !== id) return undefined
  const session = await readSessionAfterInquiry(gateway, sessionId)
  const payment = livePayment(session) ?? representativePayment(session)
  return payment?.awaiting === 'confirmation' || payment?.status === 'APPROVED' ? payment : undefined
}

function onlyPayment({ sql }: Gateway, { link, payments, lastTransactionId }: PaymentLinkState) {
  if (link.maxPayments !== 1 || payments === 0 || lastTransactionId === null) return undefined
  return findTransaction(sql, link.merchantId, lastTransactionId)
}
