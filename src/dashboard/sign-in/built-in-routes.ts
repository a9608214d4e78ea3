import { type Static, type TSchema, Type } from 'typebox'
import { Secret } from '#domain/secret.ts'
import { type Answer, get, post, type Route } from '#http/route.ts'
import type { Interactions } from '#identity/people/interactions.ts'
import { LOCKED } from '#identity/people/judge-secret.ts'
import { verifyPasskey } from '#identity/people/passkeys.ts'
import { checkSecondFactor } from '#identity/people/second-factor.ts'
import { checkPassword, factorsOf } from '#identity/people/sign-in.ts'
import { noCookiesPage } from './link-pages.ts'
import {
  BEGIN,
  finish,
  inOwnBrowser,
  knownBrowser,
  nextFactor,
  type Step,
  showSecondFactor,
  showSignIn,
  showStepUp,
  startOver,
  stepUpCaller,
} from './step.ts'

/** One sentence for all reasons, so that it does not reveal which emails are known. */
const REFUSED = 'Wrong email or password. Check both and try again.'
const WRONG_CODE = 'Wrong or already used code. Wait for the next one and try again.'
const WRONG_PASSKEY = 'We do not recognize this passkey. Try another way.'

const STEP_PATH = '/dashboard/sign-in/:uid'
const Uid = Type.Object({ uid: Type.String({ maxLength: 64 }) })
const PasswordText = Type.String({ maxLength: 512 })

export function builtInSignInRoutes(interactions: Interactions): readonly Route[] {
  const forms = [passwordForm, secondFactorForm, passkeyForm, stepUpForm].map((form) => form(interactions))
  return [showRoute(interactions), showSecondFactorRoute(interactions), ...forms]
}

const showRoute = (interactions: Interactions) =>
  get(STEP_PATH, {
    ...{ guard: 'open', summary: 'Sign-in page', params: Uid },
    handle: async (gateway, context) => {
      if (context.header('cookie') === undefined) return { status: 400, page: noCookiesPage(gateway.settings.realm) }
      return inOwnBrowser(interactions, gateway, context, async (step) => {
        const caller = await stepUpCaller(step)
        return caller ? showStepUp(step, caller, 200) : showSignIn(step, 200)
      })
    },
  })

const showSecondFactorRoute = (interactions: Interactions) =>
  get(`${STEP_PATH}/second-factor`, {
    ...{ guard: 'open', summary: 'Second-factor page', params: Uid },
    handle: (gateway, context) => inOwnBrowser(interactions, gateway, context, (step) => showSecondFactor(step, 200)),
  })

/** Makes a form of the sign-in. Problems that its schema finds are one line. */
const form =
  <Body extends TSchema>(options: {
    readonly at: string
    readonly summary: string
    readonly body: Body
    readonly again: (step: Step, problem: string, entered: { readonly email?: string }) => Promise<Answer>
    readonly handle: (step: Step, body: Static<Body>) => Promise<Answer>
  }) =>
  (interactions: Interactions): Route => {
    const { at, summary, again, handle } = options
    const body: TSchema = options.body
    return post(`${STEP_PATH}${at}`, {
      ...{ guard: 'open', ownPagesOnly: true, takes: 'form', summary },
      ...{ params: Uid, body },
      again: (gateway, { params, header, origin, body: entered }, problems) => {
        const context = { params: { uid: params.uid ?? '' }, header, origin }
        const problem = problems.map(({ message }) => message).join(' ')
        return inOwnBrowser(interactions, gateway, context, (step) => again(step, problem, entered as object))
      },
      handle: (gateway, context) =>
        inOwnBrowser(interactions, gateway, context, (step) => handle(step, context.body as Static<Body>)),
    })
  }

const passwordForm = form({
  at: '',
  summary: 'Sign in with email and password',
  body: Type.Object({ email: Type.String({ maxLength: 254 }), password: PasswordText }),
  again: (step, problem, { email }) => showSignIn(step, 422, { email, problem }),
  handle: async (step, { email, password }) => {
    const { sql } = step.gateway
    const checked = await checkPassword(sql, { email, password: new Secret(password), browser: knownBrowser(step) })
    if (checked.outcome !== 'right') return showSignIn(step, 401, { email, ...refusalOf(checked.outcome, REFUSED) })
    const { personId } = checked.value
    if (nextFactor(step, await factorsOf(sql, personId)) === undefined) return finish(step, personId, ['pwd'])
    const { uid } = step.interaction
    await step.interactions.remember(uid, { passed: personId })
    return { status: 303, location: `/dashboard/sign-in/${uid}/second-factor` }
  },
})

const secondFactorForm = form({
  at: '/second-factor',
  summary: 'Confirm a code of the app or a recovery code',
  body: Type.Object({ code: Type.String({ maxLength: 64 }) }),
  again: (step, problem) => showSecondFactor(step, 422, { problem }),
  handle: async (step, { code }) => {
    const { uid, passed } = step.interaction
    if (passed === undefined) return showSecondFactor(step, 200)
    const outcome = await checkSecondFactor(step.gateway, passed, uid, code)
    if (outcome === 'over') return startOver(step)
    if (outcome !== 'right') return showSecondFactor(step, 401, refusalOf(outcome, WRONG_CODE))
    return finish(step, passed, ['pwd', 'otp', 'mfa'])
  },
})

const passkeyForm = form({
  at: '/passkey',
  summary: 'Sign in with a passkey',
  body: Type.Object({ answer: Type.String({ maxLength: 8192 }) }),
  again: (step) => showSignIn(step, 401, { problem: WRONG_PASSKEY }),
  handle: async (step, { answer }) => {
    const { sql, settings } = step.gateway
    const personId = await verifyPasskey(sql, settings.baseUrl, step.interaction.challenge ?? '', answer)
    if (!personId) return showSignIn(step, 401, { problem: WRONG_PASSKEY })
    return finish(step, personId, ['pop', 'user', 'mfa'])
  },
})

const stepUpForm = form({
  at: '/step-up',
  summary: 'Re-authenticate',
  body: Type.Object({ code: Type.Optional(Type.String({ maxLength: 64 })), password: Type.Optional(PasswordText) }),
  again: async (step, problem) => {
    const caller = await stepUpCaller(step)
    return caller ? showStepUp(step, caller, 422, { problem }) : BEGIN
  },
  handle: async (step, { code = '', password = '' }) => {
    const { gateway, interaction } = step
    const caller = await stepUpCaller(step)
    if (!caller) return BEGIN
    const { personId, email } = caller
    const hasFactor = nextFactor(step, await factorsOf(gateway.sql, personId)) !== undefined
    const proof = { email, password: new Secret(password), browser: knownBrowser(step) }
    const outcome = hasFactor
      ? await checkSecondFactor(gateway, personId, interaction.uid, code)
      : (await checkPassword(gateway.sql, proof)).outcome
    if (outcome === 'over') return startOver(step)
    const wrong = hasFactor ? WRONG_CODE : 'Wrong password. Try again.'
    if (outcome !== 'right') return showStepUp(step, caller, 401, refusalOf(outcome, wrong))
    return finish(step, personId, hasFactor ? ['otp', 'mfa'] : ['pwd'])
  },
})

function refusalOf(outcome: 'wrong' | 'locked', wrong: string) {
  const isLocked = outcome === 'locked'
  return { problem: isLocked ? LOCKED : wrong, isLocked }
}
