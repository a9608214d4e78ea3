import { newId } from '#domain/ids.ts'
import { isFull, type PaymentLink, paymentLinkStatusOf } from '#domain/payment-link.ts'
import { RequestError } from '#domain/problem.ts'
import { type Session, sessionStatusOf } from '#domain/session.ts'
import type { Sql } from '#store/connection/database.ts'
import { hasTooManySessions, insertLinkSession } from '#store/payment-links/link-sessions.ts'
import { lockPaymentLink } from '#store/payment-links/payment-links.ts'
import { cancelSession, findSession, type StoredSession } from '#store/sessions/sessions.ts'
import { StaleConfig } from '../config-cache.ts'
import type { Gateway } from '../gateway.ts'
import { todayOf } from '../payment/authorize/open-agreement.ts'
import { digestSubscriber } from '../payment/authorize/subscriber.ts'
import { agreementProblems } from '../sessions/agreement-of-session.ts'
import { checkDeclines } from '../sessions/decline-limit.ts'
import { checkTerminal } from '../sessions/order-checks.ts'
import { MOST_SUBMITS } from '../sessions/pay.ts'
import { paymentLinkUrl } from './read-payment-links.ts'

/** Payments that may begin while a used-up session is being replaced. A session has ten submits. */
const MAX_LOOKS = 20

/** Session of a link; or that the link accepts no payment now, or has too many open sessions. */
export type LinkOpening = Exclude<Opening, { readonly kind: 'used-up' }>

type Opening =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'closed' }
  | { readonly kind: 'crowded' }
  | { readonly kind: 'used-up'; readonly state: StoredSession }

/**
 * Opens a session of a link, or joins the open one of a link for one payment.
 * @returns `closed` also if the terminal cannot take the payment, or its agreement is over
 * @throws SessionError `too_many_submits`
 */
export async function openLinkSession(
  gateway: Gateway,
  link: PaymentLink,
  amount: bigint,
  ip: string,
): Promise<LinkOpening> {
  await checkDeclines(gateway, link, ip)
  const subscriber = digestSubscriber(gateway, link.merchantId, ip)
  for (let look = 1; look <= MAX_LOOKS; look += 1) {
    const opening = await ifAccepted(() => decide(gateway, link, amount, subscriber))
    if (opening.kind !== 'used-up') return opening
    await cancelSession(gateway.sql, opening.state, null)
  }
  throw new Error(`Payment link ${link.paymentLinkId} changed ${MAX_LOOKS} times while it was being opened.`)
}

/** Counts a terminal that cannot take the payment as a closed link: its shopper can change neither. */
async function ifAccepted(act: () => Promise<Opening>): Promise<Opening> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof RequestError && error.kind === 'invalid') return { kind: 'closed' }
    throw error
  }
}

function decide(gateway: Gateway, link: PaymentLink, amount: bigint, subscriber: string): Promise<Opening> {
  return gateway.configs.decide(link.merchantId, link.terminalId, async (snapshot) => {
    const { config } = snapshot
    const session = newLinkSession(gateway, link, amount)
    await checkTerminal(gateway, config, session)
    const over = await agreementProblems(gateway, session, todayOf(gateway, snapshot))
    if (over.length > 0) return { kind: 'closed' }
    return gateway.sql.begin((tx) => openIn(tx, gateway, config.version, { session, subscriber }))
  })
}

async function openIn(
  tx: Sql,
  { settings }: Gateway,
  version: bigint,
  { session, subscriber }: { readonly session: Omit<Session, 'expiresAt'>; readonly subscriber: string },
): Promise<Opening> {
  const state = await lockPaymentLink(tx, session.merchantId, session.paymentLinkId!)
  if (!state || paymentLinkStatusOf(state) !== 'ACTIVE') return { kind: 'closed' }
  const [latestId] = state.sessionIds
  const latest =
    state.link.maxPayments === 1 && latestId ? await findSession(tx, session.merchantId, latestId) : undefined
  if (latest && sessionStatusOf(latest) === 'CREATED') return join(latest, session.amount)
  if (isFull(state)) return { kind: 'closed' }
  const { link } = state
  const isReusable = link.maxPayments !== 1
  if (isReusable && (await hasTooManySessions(tx, link, subscriber, settings.sessionTtlSeconds)))
    return { kind: 'crowded' }
  const answer = await insertLinkSession(tx, version, link, session, subscriber, settings.sessionTtlSeconds)
  if (answer.kind === 'created') return { kind: 'session', sessionId: session.sessionId }
  throw new StaleConfig()
}

/** A session that admits no further submit, or has another amount, is replaced. */
function join(state: StoredSession, amount: bigint): Opening {
  const isUsedUp = state.submits >= MOST_SUBMITS || state.session.amount !== amount
  return isUsedUp ? { kind: 'used-up', state } : { kind: 'session', sessionId: state.session.sessionId }
}

/** Session of a link, not stored: the link's page shows its methods. */
export function newLinkSession(gateway: Gateway, link: PaymentLink, amount: bigint): Omit<Session, 'expiresAt'> {
  const { merchantId, paymentLinkId, terminalId, reference, description, currency, transactionType } = link
  const { customer, country, metadata, paymentMethods, saveCard, agreement, returnUrl, locale } = link
  const sessionId = newId('ses')
  return {
    ...{ merchantId, sessionId, terminalId, reference, description, currency, amount, transactionType },
    returnUrl: returnUrl ?? `${paymentLinkUrl(gateway, paymentLinkId)}?session=${sessionId}`,
    ...{
      customer,
      country,
      metadata,
      captureBy: null,
      agreement,
      threeDs: null,
      paymentMethodIds: [],
      saveCard,
      locale,
      paymentLinkId,
      paymentMethods,
    },
    createdAt: gateway.clock.now(),
  }
}
