import { RequestError } from '#domain/problem.ts'
import { type SessionState, sessionStatusOf } from '#domain/session.ts'
import type { Gateway } from '#flows/gateway.ts'
import { cancelByShopper } from '#flows/sessions/cancel-session.ts'
import { pay } from '#flows/sessions/pay.ts'
import { readPaymentOptions } from '#flows/sessions/payment-options.ts'
import { openSession, readSessionAfterInquiry } from '#flows/sessions/read-session.ts'
import { SessionError } from '#flows/sessions/session-error.ts'
import { continueInBrowser } from '../../api/common/follow.ts'
import { requestLocale } from '../../language/request-locale.ts'
import { type Answer, get, post } from '../../route.ts'
import { back, orEndedPage, orUnknownPage, shown, showSessionPage } from './answers.ts'
import { problemsOf, refusedProblems } from './form-fields.ts'
import { HostedCancelForm, HostedPageParams, HostedPageQuery, HostedPayForm } from './queries.ts'
import { hostedSubmitOf, type SentForm, typedFormOf } from './submit.ts'

/** Open, because the session ID cannot be guessed. */
const PAGE = { guard: 'open', params: HostedPageParams } as const

export const hostedPageRoute = get('/hosted-payment-page/:session_id', {
  ...PAGE,
  query: HostedPageQuery,
  handle: (gateway, { params, query: { locale }, header }) =>
    orUnknownPage(gateway, { sessionId: params.session_id, locale, header }, async () => {
      const state = await readSessionAfterInquiry(gateway, params.session_id)
      return showSessionPage(gateway, state, requestLocale(locale ?? state.session.locale, header))
    }),
})

export const payHostedPageRoute = post('/hosted-payment-page/:session_id/pay', {
  ...PAGE,
  takes: 'form',
  body: HostedPayForm,
  handle: (gateway, { params, body, ip, header }) => {
    return orUnknownPage(gateway, { sessionId: params.session_id, locale: body.locale, header }, async () => {
      const state = await openSession(gateway, params.session_id)
      const locale = requestLocale(body.locale ?? state.session.locale, header)
      const isOver = sessionStatusOf(state) === 'CANCELED'
      if (isOver || isCrossSite(header)) return back(gateway, state.session, locale)
      return payWith(gateway, state, { body, ip, header, locale })
    })
  },
})

export const cancelHostedPageRoute = post('/hosted-payment-page/:session_id/cancel', {
  ...PAGE,
  takes: 'form',
  body: HostedCancelForm,
  bodyIsOptional: true,
  handle: (gateway, { params, body, ip, header }) => {
    return orUnknownPage(gateway, { sessionId: params.session_id, locale: body.locale, header }, async () => {
      const { session } = await openSession(gateway, params.session_id)
      const locale = requestLocale(body.locale ?? session.locale, header)
      if (isCrossSite(header)) return back(gateway, session, locale)
      return orEndedPage(gateway, session, locale, async () => {
        await cancelByShopper(gateway, session, ip)
        return { status: 303, location: session.returnUrl }
      })
    })
  },
})

/** True if a page of another site posted the form; the shopper then decides on our page (Fetch Metadata). */
export function isCrossSite(header: SentForm['header']): boolean {
  return (header('sec-fetch-site') ?? 'same-origin') !== 'same-origin'
}

/** Pays, or shows the form again with its problems. */
export async function payWith(gateway: Gateway, state: SessionState, form: SentForm): Promise<Answer> {
  const { body, locale } = form
  const { session } = state
  const offer = await readPaymentOptions(gateway, session)
  if (offer.methods.length === 0) return back(gateway, session, locale)
  const typed = typedFormOf(body)
  const view = { state, offer, locale, typed, wantsCardSaved: body.saveCard === 'yes' }
  const problems = problemsOf(typed, session, offer, locale)
  if (problems.length > 0) return shown(gateway, { ...view, problems }, 422)
  return orEndedPage(gateway, session, locale, async () => {
    try {
      return continueInBrowser(gateway, await pay(gateway, session, hostedSubmitOf(session, typed, form)), form.header)
    } catch (error) {
      if (!(error instanceof RequestError) || error instanceof SessionError || error.kind !== 'invalid') throw error
      return shown(gateway, { ...view, problems: refusedProblems(error.problems, typed, locale) }, 422)
    }
  })
}
