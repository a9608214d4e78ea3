import { Type } from 'typebox'
import type { Page } from '#html/layout.ts'
import { messagePage } from '#http/pages/message-page.ts'
import { type Answer, post, type Route } from '#http/route.ts'
import type { Choice, ThreeDsSimulator } from '../three-ds/index.ts'
import { challengeDonePage, challengePage, methodPage } from './issuer-pages.ts'

type SimulatedIssuer = ThreeDsSimulator['issuer']

const Field = Type.Optional(Type.String({ maxLength: 16_384 }))
const SessionData = Type.Optional(Type.String({ maxLength: 1024 }))

const CHOICES: Readonly<Record<string, Choice>> = { Y: 'Y', N: 'N', U: 'U', A: 'A', R: 'R', I: 'I', cancel: 'CANCELED' }

/** Pages of the simulated issuer (docs/reference/simulators.md#pages). UAT only. */
export function threeDsSimulatorRoutes(issuer: SimulatedIssuer): readonly Route[] {
  return [methodRoute(issuer), challengeRoute(issuer), outcomeRoute(issuer)]
}

const methodRoute = (issuer: SimulatedIssuer) =>
  post('/simulators/three-ds/method', {
    guard: 'open',
    summary: 'Simulated 3DS method page',
    takes: 'form',
    lenientForm: true,
    body: Type.Object({ threeDSMethodData: Field }),
    uatOnly: true,
    handle: async (_gateway, { body }) => {
      const method = await issuer.methodPage(body.threeDSMethodData ?? '')
      return method ? ok(methodPage(method)) : unreadable('threeDSMethodData')
    },
  })

const challengeRoute = (issuer: SimulatedIssuer) =>
  post('/simulators/three-ds/challenge', {
    guard: 'open',
    summary: 'Simulated challenge page (acs_url)',
    takes: 'form',
    lenientForm: true,
    body: Type.Object({ creq: Field, threeDSSessionData: SessionData }),
    uatOnly: true,
    handle: async (_gateway, { body }) => {
      const { creq = '', threeDSSessionData } = body
      const challenge = await issuer.openChallenge(creq)
      if (!challenge) return unreadable('creq')
      const { merchantName, amount, currency } = challenge.purchase
      const money = { amount: BigInt(amount), currency }
      return ok(challengePage({ ...challenge, merchantName, money, creq, threeDSSessionData }))
    },
  })

const outcomeRoute = (issuer: SimulatedIssuer) =>
  post('/simulators/three-ds/challenge/outcome', {
    guard: 'open',
    summary: 'Submit the choice on the simulated challenge page',
    takes: 'form',
    lenientForm: true,
    body: Type.Object({ creq: Field, threeDSSessionData: SessionData, outcome: Type.Enum(Object.keys(CHOICES)) }),
    uatOnly: true,
    handle: async (_gateway, { body }) => {
      const { creq = '', threeDSSessionData, outcome } = body
      const done = await issuer.finishChallenge(creq, CHOICES[outcome]!)
      return done ? ok(challengeDonePage({ ...done, threeDSSessionData })) : unreadable('creq')
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
