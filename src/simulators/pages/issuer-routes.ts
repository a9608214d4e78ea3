import { Type } from 'typebox'
import type { Page } from '#html/layout.ts'
import { requestLocale } from '#http/language/request-locale.ts'
import { messagePage } from '#http/pages/message-page.ts'
import { type Answer, post, type Route } from '#http/route.ts'
import type { Choice, ThreeDsSimulator } from '../three-ds/index.ts'
import { challengeDonePage, challengePage, methodPage } from './issuer-pages.ts'

type SimulatedIssuer = ThreeDsSimulator['issuer']

const Field = Type.Optional(Type.String({ maxLength: 16_384 }))
const SessionData = Type.Optional(Type.String({ maxLength: 1024 }))

const CHOICES: Readonly<Record<string, Choice>> = { Y: 'Y', N: 'N', U: 'U', A: 'A', R: 'R', I: 'I', cancel: 'CANCELED' }

const FORM = { guard: 'open', takes: 'form', lenientForm: true, uatOnly: true } as const

/** Pages of the simulated issuer (docs/reference/simulators.md#pages). UAT only. */
export function threeDsSimulatorRoutes(issuer: SimulatedIssuer): readonly Route[] {
  return [methodRoute(issuer), challengeRoute(issuer), outcomeRoute(issuer)]
}

const methodRoute = (issuer: SimulatedIssuer) =>
  post('/simulators/three-ds/method', {
    ...FORM,
    body: Type.Object({ threeDSMethodData: Field }),
    handle: async (_gateway, { body }) => {
      const method = await issuer.methodPage(body.threeDSMethodData ?? '')
      return method ? ok(methodPage(method)) : unreadable('threeDSMethodData')
    },
  })

const challengeRoute = (issuer: SimulatedIssuer) =>
  post('/simulators/three-ds/challenge', {
    ...FORM,
    body: Type.Object({ creq: Field, threeDSSessionData: SessionData }),
    handle: async (_gateway, { body, header }) => {
      const { creq = '', threeDSSessionData } = body
      const challenge = await issuer.openChallenge(creq)
      if (!challenge) return unreadable('creq')
      const { amount, currency, language } = challenge.purchase
      const money = { amount: BigInt(amount), currency }
      const locale = requestLocale(language, header)
      return ok(challengePage({ ...challenge, ...challenge.purchase, money, creq, threeDSSessionData, locale }))
    },
  })

const outcomeRoute = (issuer: SimulatedIssuer) =>
  post('/simulators/three-ds/challenge/outcome', {
    ...FORM,
    body: Type.Object({ creq: Field, threeDSSessionData: SessionData, outcome: Type.Enum(Object.keys(CHOICES)) }),
    handle: async (_gateway, { body, header }) => {
      const { creq = '', threeDSSessionData, outcome } = body
      const done = await issuer.finishChallenge(creq, CHOICES[outcome]!)
      if (!done) return unreadable('creq')
      return ok(challengeDonePage({ ...done, threeDSSessionData, locale: requestLocale(done.language, header) }))
    },
  })

function ok(page: Page): Answer {
  return { status: 200, page }
}

function unreadable(field: string): Answer {
  return {
    status: 400,
    page: messagePage({
      heading: 'The bank cannot read this',
      words: `Post the form field ${field} as EMV 3DS writes it, for an authentication in progress.`,
      framed: true,
    }),
  }
}
