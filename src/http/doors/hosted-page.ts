import { Refusal } from '#domain/problem.ts'
import { liveTry, type Session, type SessionState, sessionStatusOf } from '#domain/session.ts'
import type { Gateway } from '#flows/gateway.ts'
import { hostedPageUrl, tryUrl } from '#flows/sessions/addresses.ts'
import { leaveSession } from '#flows/sessions/cancel-session.ts'
import { offerOf } from '#flows/sessions/offer.ts'
import { pay } from '#flows/sessions/pay.ts'
import { freshSession, openSession } from '#flows/sessions/read-session.ts'
import { SessionRefusal } from '#flows/sessions/session-refusal.ts'
import { type Locale, localeOf } from '#web/shared/locales.ts'
import { HostedCancelForm, HostedPageParams, HostedPageQuery, HostedPayForm } from '../contract/hosted-page.ts'
import { type Answer, door } from '../door.ts'
import { hostedSubmitOf, typedFormOf } from '../hosted-submit.ts'
import { follow } from '../pages/follow.ts'
import { type EndedAs, endedPage, unknownSessionPage } from '../pages/hosted/ended-page.ts'
import { problemsOf, refusedProblems } from '../pages/hosted/form-fields.ts'
import { type PaymentView, paymentPage } from '../pages/hosted/payment-page.ts'

/** A shopper knows the session by its id, which nobody guesses. */
const PAGE = { guard: 'open', params: HostedPageParams } as const

export const hostedPageDoor = door({
  ...PAGE,
  method: 'GET',
  path: '/hosted-payment-page/:session_id',
  summary: 'The hosted payment page, for browsers',
  query: HostedPageQuery,
  handle: (gateway, { params, query, header }) => {
    const locale = localeFrom(query.locale, header)
    return orUnknown(locale, async () => show(gateway, await freshSession(gateway, params.session_id), locale))
  },
})

export const payHostedPageDoor = door({
  ...PAGE,
  method: 'POST',
  path: '/hosted-payment-page/:session_id/pay',
  summary: 'Pay on the hosted page',
  takes: 'form',
  body: HostedPayForm,
  handle: (gateway, { params, body, ip, header }) => {
    const locale = localeFrom(body.locale, header)
    return orUnknown(locale, async () => {
      const state = await openSession(gateway, params.session_id)
      const form = { body, ip, header, locale }
      return sessionStatusOf(state) === 'CANCELED' ? back(gateway, state.session, locale) : take(gateway, state, form)
    })
  },
})

export const cancelHostedPageDoor = door({
  ...PAGE,
  method: 'POST',
  path: '/hosted-payment-page/:session_id/cancel',
  summary: 'Leave the hosted page',
  takes: 'form',
  body: HostedCancelForm,
  handle: (gateway, { params, body, ip, header }) => {
    const locale = localeFrom(body.locale, header)
    return orUnknown(locale, async () => {
      const { session } = await openSession(gateway, params.session_id)
      return orEnded(gateway, session, locale, async () => {
        await leaveSession(gateway, session, ip)
        return { status: 303, location: session.returnUrl }
      })
    })
  },
})

interface SentForm {
  readonly body: HostedPayForm
  readonly ip: string
  readonly header: (name: string) => string | undefined
  readonly locale: Locale
}

/** Pays with what was typed, or shows the form again with what is wrong. */
async function take(gateway: Gateway, state: SessionState, form: SentForm): Promise<Answer> {
  const { body, locale } = form
  const { session } = state
  const offer = await offerOf(gateway, session)
  const typed = typedFormOf(body)
  const view = { state, offer, locale, typed, wantsCardSaved: body.saveCard === 'yes' }
  const problems = problemsOf(typed, session, offer, locale)
  if (problems.length > 0) return shown({ ...view, problems }, 422)
  return orEnded(gateway, session, locale, async () => {
    try {
      return follow(gateway, await pay(gateway, session, hostedSubmitOf(session, typed, form)))
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof SessionRefusal || error.kind !== 'invalid') throw error
      return shown({ ...view, problems: refusedProblems(error.problems, typed, locale) }, 422)
    }
  })
}

/** What a session shows to whoever opens its page now. */
async function show(gateway: Gateway, state: SessionState, locale: Locale): Promise<Answer> {
  const { session, isExpired } = state
  const live = liveTry(state)
  const isWaiting = live?.awaiting === 'authentication' || live?.awaiting === 'shopper'
  const waitingUrl = isWaiting ? tryUrl(gateway, session.sessionId, live.id) : undefined
  if (isExpired && waitingUrl !== undefined) return { status: 303, location: waitingUrl }
  const status = sessionStatusOf(state)
  if (status === 'CREATED' || isWaiting) {
    const offer = await offerOf(gateway, session)
    if (offer.methods.length === 0) return ended(gateway, session, 'unavailable', locale)
    return shown({ state, offer, locale, waitingUrl }, 200)
  }
  return ended(gateway, session, ENDED[status], locale)
}

const ENDED = { APPROVED: 'approved', PENDING: 'pending', CANCELED: 'canceled', SESSION_EXPIRED: 'expired' } as const

const STATUSES: Partial<Record<EndedAs, number>> = { expired: 410, tooMany: 429 }

async function ended(gateway: Gateway, session: Session, endedAs: EndedAs, locale: Locale): Promise<Answer> {
  const { merchantName } = await offerOf(gateway, session)
  return { status: STATUSES[endedAs] ?? 200, page: endedPage(session, merchantName, endedAs, locale) }
}

/** Where a session takes no try any more, its page says why. */
async function orEnded(
  gateway: Gateway,
  session: Session,
  locale: Locale,
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof SessionRefusal)) throw error
    return error.code === 'too_many_submits'
      ? ended(gateway, session, 'tooMany', locale)
      : back(gateway, session, locale)
  }
}

function back(gateway: Gateway, { sessionId }: Session, locale: Locale): Answer {
  return { status: 303, location: hostedPageUrl(gateway, sessionId, locale) }
}

function shown(view: PaymentView, status: number): Answer {
  return { status, page: paymentPage(view) }
}

async function orUnknown(locale: Locale, act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'not-found') throw error
    return { status: 404, page: unknownSessionPage(locale) }
  }
}

/** The language asked for, else the browser's. */
function localeFrom(asked: string | undefined, header: (name: string) => string | undefined): Locale {
  const accepted = (header('accept-language') ?? '').split(',').map((range) => range.split(';')[0]!.trim())
  return localeOf([asked, ...accepted])
}
