import { type Static, type TSchema, Type } from 'typebox'
import { Secret } from '#domain/secret.ts'
import type { Gateway } from '#flows/gateway.ts'
import { readCookie, sessionCookie } from '#http/request/session-cookie.ts'
import { browserCookie, rememberBrowser } from '#http/request/sign-in-cookie.ts'
import { type Answer, get, post, type Route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { findPersonCaller } from '#identity/people/dashboard-sessions.ts'
import type { Interaction, Interactions } from '#identity/people/interactions.ts'
import { LOCKED } from '#identity/people/judge-secret.ts'
import { authenticationOptions, passkeyOrigin, supportsPasskeys, verifyPasskey } from '#identity/people/passkeys.ts'
import { checkSecondFactor } from '#identity/people/second-factor.ts'
import { checkPassword, factorsOf, recordKnownBrowser } from '#identity/people/sign-in.ts'
import type { Factors } from '#store/people/second-factors.ts'
import { noCookiesPage, type SignInView, secondFactorPage, signInPage, stepUpPage } from './page.ts'

type HeaderReader = (name: string) => string | undefined

interface Step {
  readonly gateway: Gateway
  readonly interactions: Interactions
  readonly interaction: Interaction
  readonly header: HeaderReader
}

type Refusal = Pick<SignInView, 'problem' | 'isLocked' | 'email'>

const BEGIN = { status: 303, location: '/dashboard/sign-in' } as const

/** Only the browser that began a sign-in continues it, so a link in a message has no sign-in. Passkeys are those of its URL. */
async function inOwnBrowser(
  interactions: Interactions,
  gateway: Gateway,
  {
    params,
    header,
    origin,
  }: { readonly params: { readonly uid: string }; readonly header: HeaderReader; readonly origin: string },
  act: (step: Step) => Promise<Answer>,
): Promise<Answer> {
  const cookie = readCookie(header('cookie'), { name: 'tollgate-interaction', attributes: '' })
  const interaction = cookie === params.uid ? await interactions.find(params.uid) : undefined
  if (!interaction) return BEGIN
  const settings = { ...gateway.settings, dashboardUrl: origin }
  return act({ gateway: { ...gateway, settings }, interactions, interaction, header })
}

async function showSignIn(step: Step, status: number, refusal: Refusal = {}): Promise<Answer> {
  return { status, page: signInPage({ ...(await viewOf(step)), ...refusal }) }
}

/** Shows the form of the second factor, or begins with the password. */
async function showSecondFactor(step: Step, status: number, refusal: Refusal = {}): Promise<Answer> {
  const { uid, passed } = step.interaction
  if (passed === undefined) return { status: 303, location: `${BEGIN.location}/${uid}` }
  const factors = await factorsOf(step.gateway.sql, passed)
  const shown = await viewOf(step, factors)
  return { status, page: secondFactorPage({ ...shown, asks: nextFactor(step, factors) ?? 'code', ...refusal }) }
}

async function showStepUp(
  step: Step,
  { personId, email }: PersonCaller,
  status: number,
  refusal: Refusal = {},
): Promise<Answer> {
  const factors = await factorsOf(step.gateway.sql, personId)
  const shown = await viewOf(step, factors)
  return { status, page: stepUpPage({ ...shown, email, asks: nextFactor(step, factors) ?? 'password', ...refusal }) }
}

/** Finds the user whose session asks for a fresh proof; others get the sign-in. */
async function stepUpCaller({ gateway, interaction, header }: Step): Promise<PersonCaller | undefined> {
  const { sql, settings } = gateway
  const { stepUpOf } = interaction
  const token = readCookie(header('cookie'), sessionCookie(settings.dashboardUrl))
  const caller = stepUpOf !== undefined && token ? await findPersonCaller(sql, token, settings) : undefined
  return caller?.email === stepUpOf ? caller : undefined
}

/** The second factor: the app, else a passkey. A passkey counts also where the browser cannot use it. */
function nextFactor({ gateway }: Step, { hasTotp, passkeys }: Factors): 'code' | 'passkey' | undefined {
  if (hasTotp) return 'code'
  return passkeys > 0 && passkeyOrigin(gateway.settings.dashboardUrl) !== undefined ? 'passkey' : undefined
}

/** @param factors of the person, once known */
async function viewOf({ gateway, interactions, interaction: { uid } }: Step, factors?: Factors): Promise<SignInView> {
  const { realm, dashboardUrl: baseUrl } = gateway.settings
  const shown = { realm, uid }
  const hasNone = factors?.passkeys === 0
  if (!supportsPasskeys(baseUrl)) return hasNone ? shown : { ...shown, passkeysAt: passkeyOrigin(baseUrl) }
  const { options, challenge } = await authenticationOptions(baseUrl)
  await interactions.remember(uid, { challenge })
  return hasNone ? shown : { ...shown, passkey: options }
}

function knownBrowser({ gateway, header }: Step): string | undefined {
  return readCookie(header('cookie'), browserCookie(gateway.settings.dashboardUrl))
}

async function finish(step: Step, personId: string, methods: readonly string[]): Promise<Answer> {
  const { gateway, interactions, interaction } = step
  const location = await interactions.finish(interaction.uid, personId, methods)
  if (location === undefined) return BEGIN
  const token = await recordKnownBrowser(gateway.sql, personId, knownBrowser(step))
  return { status: 303, location, headers: rememberBrowser(gateway.settings.dashboardUrl, token) }
}

/** Too many wrong codes: the sign-in begins again, password first. */
async function startOver({ interactions, interaction }: Step): Promise<Answer> {
  await interactions.end(interaction.uid)
  return BEGIN
}

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
    ...{ guard: 'open', params: Uid },
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
    ...{ guard: 'open', params: Uid },
    handle: (gateway, context) => inOwnBrowser(interactions, gateway, context, (step) => showSecondFactor(step, 200)),
  })

/** Makes a form of the sign-in. Problems that its schema finds are one line. */
const form =
  <Body extends TSchema>(options: {
    readonly at: string
    readonly body: Body
    readonly again: (step: Step, problem: string, entered: { readonly email?: string }) => Promise<Answer>
    readonly handle: (step: Step, body: Static<Body>) => Promise<Answer>
  }) =>
  (interactions: Interactions): Route => {
    const { at, again, handle } = options
    const body: TSchema = options.body
    return post(`${STEP_PATH}${at}`, {
      ...{ guard: 'open', ownPagesOnly: true, takes: 'form' },
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
  body: Type.Object({ answer: Type.String({ maxLength: 8192 }) }),
  again: (step) => showSignIn(step, 401, { problem: WRONG_PASSKEY }),
  handle: async (step, { answer }) => {
    const { sql, settings } = step.gateway
    const personId = await verifyPasskey(sql, settings.dashboardUrl, step.interaction.challenge ?? '', answer)
    if (!personId) return showSignIn(step, 401, { problem: WRONG_PASSKEY })
    return finish(step, personId, ['pop', 'user', 'mfa'])
  },
})

const stepUpForm = form({
  at: '/step-up',
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
