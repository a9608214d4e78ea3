import { Type } from 'typebox'
import { notFound } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { openChallenge } from '#flows/payment/actions/open-challenge.ts'
import { receiveMethodNotification } from '#flows/payment/actions/receive-notifications.ts'
import { continueFullPage } from '#flows/payment/authenticate/browser-return.ts'
import { completeAuthentication } from '#flows/payment/authenticate/complete-authentication.ts'
import { requestAuthentication } from '#flows/payment/authenticate/request-authentication.ts'
import { findStepTerminal } from '#flows/payment/authenticate/step-terminal.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { Envelope } from '#interface/envelope.ts'
import { readBody } from '#interface/read.ts'
import { CompleteAuthenticationBody, RequestAuthenticationBody, ThreeDsParams } from '#interface/three-ds.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { Locale } from '#web/shared/locales.ts'
import { requestLocale } from '../language/request-locale.ts'
import { messagePage, orNotFoundPage } from '../pages/message-page.ts'
import { passToBankPage } from '../pages/step-pages.ts'
import { mayUseTerminal, terminalsOf } from '../request/client-limits.ts'
import { type Answer, answer, post } from '../route.ts'
import { continueInBrowser } from './common/follow.ts'
import { envelopeView, rereadEnvelope } from './transactions/envelope.ts'

export const ThreeDsPageParams = Type.Object({ id: Type.String() })

/** Maximum length of a message of EMV 3DS in Base64. */
const MESSAGE = 16_384

/** Form of the bank. An empty body is a 400; without a readable `cres`, the record of the server decides. */
export const ChallengeResponseForm = Type.Object({
  cres: Type.Optional(Type.String({ maxLength: 262_144, examples: ['eyJ0cmFuc1N0YXR1cyI6IlkifQ'] })),
})

const ChallengeRequestForm = Type.Object({
  creq: Type.Optional(Type.String({ maxLength: MESSAGE })),
  threeDSSessionData: Type.Optional(Type.String({ maxLength: MESSAGE })),
})

const MethodNotificationForm = Type.Object({
  threeDSMethodData: Type.Optional(Type.String({ maxLength: MESSAGE })),
})

export const requestAuthenticationRoute = post(
  '/api/transactions/three-ds/:three_ds_server_trans_id/request-authentication',
  {
    guard: 'merchant',
    permission: 'payments.create',
    terminals: 'filtered',
    tag: 'EMV 3-D Secure',
    operation: 'requestAuthentication',
    summary: 'Continue after the fingerprint',
    params: ThreeDsParams,
    body: RequestAuthenticationBody,
    answers: { 200: Envelope },
    reread: rereadEnvelope,
    handle: async (gateway, { caller, params, body }) => {
      const { three_ds_server_trans_id: id } = params
      await requireOwnStep(gateway, caller, id)
      const step = await requestAuthentication(gateway, caller.merchantId, id, body.payment_data)
      return answer(envelopeView(gateway, caller, step))
    },
  },
)

export const completeAuthenticationRoute = post('/api/transactions/three-ds/authentication-completed', {
  guard: 'merchant',
  permission: 'payments.create',
  terminals: 'filtered',
  tag: 'EMV 3-D Secure',
  operation: 'completeAuthentication',
  summary: 'Continue after a challenge in a frame, or at your notification URL',
  body: CompleteAuthenticationBody,
  namesInBody: true,
  answers: { 200: Envelope },
  reread: rereadEnvelope,
  answerHeaders: { 'Tollgate-Warning': 'In uat: `challenge-not-opened` if the page of the bank was never opened.' },
  handle: async (gateway, { caller, body }) => {
    const { sessionId, paymentData, transStatus } = readBody(CompleteAuthenticationBody, body)
    await requireOwnStep(gateway, caller, sessionId)
    const completed = await completeAuthentication(gateway, caller.merchantId, sessionId, paymentData, transStatus)
    const { step, isUnopened } = completed
    const headers: Record<string, string> = isUnopened ? { 'tollgate-warning': 'challenge-not-opened' } : {}
    return { status: 200, json: envelopeView(gateway, caller, step), headers }
  },
})

/** @throws RequestError 404 for a step of a terminal that the caller may not use */
async function requireOwnStep(gateway: Gateway, caller: MerchantCaller, id: string): Promise<void> {
  if (!terminalsOf(caller)) return
  const terminalId = await findStepTerminal(gateway, caller.merchantId, id)
  if (terminalId !== undefined && !mayUseTerminal(caller, terminalId)) throw notFound('authentication')
}

/** Page at the end of the method frame, which notifies the pages around it. */
export const methodNotificationRoute = post('/three-ds/:id/method-notification', {
  guard: 'open',
  params: ThreeDsPageParams,
  takes: 'form',
  lenientForm: true,
  body: MethodNotificationForm,
  handle: async (gateway, { params, body }) => {
    const isOfThis = await receiveMethodNotification(gateway, params.id, body.threeDSMethodData ?? '')
    const message = { heading: 'Done', words: 'Your bank has seen this browser.', framed: true }
    return {
      status: 200,
      page: messagePage(isOfThis ? { ...message, scripts: ['three-ds/method-notified.ts'] } : message),
    }
  },
})

/** Address at which the page of a merchant begins a challenge (docs/reference/three-ds.md#the-address). */
export const openChallengeRoute = post('/three-ds/:id/challenge', {
  guard: 'open',
  params: ThreeDsPageParams,
  takes: 'form',
  body: ChallengeRequestForm,
  handle: (gateway, { params, body, header }) =>
    orNotFoundPage(header, async () => {
      const locale = requestLocale(undefined, header)
      const { creq = '', threeDSSessionData } = body
      // By Fetch Metadata; a browser without it counts as a full page.
      const place = header('sec-fetch-dest') === 'iframe' ? 'frame' : 'page'
      const opened = await openChallenge(gateway, params.id, creq, place)
      if ('refusal' in opened) return challengeRefusal(opened.refusal, locale)
      return { status: 200, page: passToBankPage(opened.bankUrl, { creq, threeDSSessionData }, locale) }
    }),
})

const UNREADABLE = {
  heading: 'The bank cannot read this',
  words: 'Post the form field creq of EMV 3DS, for the challenge of this address.',
}

function challengeRefusal(refusal: 'unreadable' | 'over', lang: Locale): Answer {
  if (refusal === 'unreadable') return { status: 400, page: messagePage({ ...UNREADABLE, framed: true }) }
  return { status: 410, page: messagePage({ ...hostedTextsOf(lang).stepOver, lang, framed: true }) }
}

export const continueFingerprintRoute = post('/three-ds/:id/continue', {
  guard: 'open',
  params: ThreeDsPageParams,
  takes: 'form',
  handle: (gateway, { params, header }) =>
    orNotFoundPage(header, async () => continueInBrowser(gateway, await continueFullPage(gateway, params.id), header)),
})
