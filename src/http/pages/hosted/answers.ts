import { livePayment, type Session, type SessionState, sessionStatusOf } from '#domain/session.ts'
import type { Transaction } from '#domain/transaction.ts'
import { showAppearance } from '#flows/appearance.ts'
import type { Gateway } from '#flows/gateway.ts'
import { acceptsPayment, paymentLinkUrl } from '#flows/payment-links/read-payment-links.ts'
import { readPaymentOptions } from '#flows/sessions/payment-options.ts'
import { openSession } from '#flows/sessions/read-session.ts'
import { SessionError } from '#flows/sessions/session-error.ts'
import { hostedPageUrl, paymentUrl } from '#flows/sessions/session-urls.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { Locale } from '#web/shared/locales.ts'
import { requestLocale } from '../../language/request-locale.ts'
import { retryAfter } from '../../response/problems.ts'
import type { Answer } from '../../route.ts'
import { ifNotFound } from '../message-page.ts'
import { type EndedAs, endedPage, type ShownMerchant } from './ended-page.ts'
import { type PaymentView, paymentPage } from './payment-page.ts'
import { referringShop, type Shop, unknownPage } from './unknown-page.ts'

export async function showSessionPage(gateway: Gateway, state: SessionState, locale: Locale): Promise<Answer> {
  const { session, isExpired } = state
  const live = livePayment(state)
  const isWaiting = live?.awaiting === 'authentication' || live?.awaiting === 'shopper'
  const waitingUrl = isWaiting ? paymentUrl(gateway, session.sessionId, live.id) : undefined
  if (isExpired && waitingUrl !== undefined) return { status: 303, location: waitingUrl }
  const status = sessionStatusOf(state)
  if (
    status === 'CREATED' &&
    session.paymentLinkId !== null &&
    !(await acceptsPayment(gateway, session.paymentLinkId))
  ) {
    return { status: 303, location: `${paymentLinkUrl(gateway, session.paymentLinkId)}?locale=${locale}` }
  }
  if (status === 'CREATED' || isWaiting) {
    const offer = await readPaymentOptions(gateway, session)
    if (offer.methods.length === 0) return ended(gateway, session, 'unavailable', locale)
    return shown(gateway, { state, offer, locale, waitingUrl }, 200)
  }
  return ended(gateway, session, ENDED[status], locale, status === 'APPROVED' ? live : undefined)
}

const ENDED = { APPROVED: 'approved', PENDING: 'pending', CANCELED: 'canceled', SESSION_EXPIRED: 'expired' } as const

const STATUSES: Partial<Record<EndedAs, number>> = { expired: 410, tooMany: 429 }

async function ended(
  gateway: Gateway,
  session: Session,
  endedAs: EndedAs,
  locale: Locale,
  payment?: Transaction,
): Promise<Answer> {
  const page = endedPage(session, await readMerchant(gateway, session), endedAs, locale, payment)
  return { status: STATUSES[endedAs] ?? 200, page }
}

async function readMerchant(gateway: Gateway, session: Session): Promise<ShownMerchant> {
  const [{ merchantName, timeZone }, appearance] = await Promise.all([
    readPaymentOptions(gateway, session),
    showAppearance(gateway, session.merchantId),
  ])
  return { merchantName, timeZone, appearance, isTest: gateway.settings.realm === 'uat' }
}

/** Shows a page with the reason if the session accepts no payment. */
export async function orEndedPage(
  gateway: Gateway,
  session: Session,
  locale: Locale,
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    if (error.code !== 'too_many_submits') return back(gateway, session, locale)
    return { ...(await ended(gateway, session, 'tooMany', locale)), headers: retryAfter(error) }
  }
}

/** Redirects to the page, which shows the state of the payment. */
export function back(gateway: Gateway, { sessionId }: Session, locale: Locale): Answer {
  return { status: 303, location: hostedPageUrl(gateway, sessionId, locale) }
}

type Shown = Omit<PaymentView, 'isTest' | 'appearance'>

export async function shown(gateway: Gateway, view: Shown, status: number): Promise<Answer> {
  const appearance = await showAppearance(gateway, view.state.session.merchantId)
  return { status, page: paymentPage({ ...view, appearance, isTest: gateway.settings.realm === 'uat' }) }
}

interface Visit {
  readonly sessionId: string
  readonly locale?: string | undefined
  readonly header: (name: string) => string | undefined
}

/** Answers an unknown session or payment with a page, because people see this address. */
export function orUnknownPage(gateway: Gateway, visit: Visit, act: () => Promise<Answer>): Promise<Answer> {
  const locale = requestLocale(visit.locale, visit.header)
  return ifNotFound(act, async () => {
    return { status: 404, page: unknownPage(locale, hostedTextsOf(locale).unknown, await shopOf(gateway, visit)) }
  })
}

/** Finds the shop of the session, or the site that the shopper came from. */
function shopOf(gateway: Gateway, { sessionId, header }: Visit): Promise<Shop | undefined> {
  const ofSession = async () => {
    const { session } = await openSession(gateway, sessionId)
    const { appearance, merchantName } = await readMerchant(gateway, session)
    return { name: appearance.displayName ?? merchantName, url: session.returnUrl }
  }
  return ifNotFound<Shop | undefined>(ofSession, () => referringShop(header('referer'), gateway.settings.baseUrl))
}
