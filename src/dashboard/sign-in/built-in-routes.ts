import { Type } from 'typebox'
import { Secret } from '#domain/secret.ts'
import type { Gateway } from '#flows/gateway.ts'
import { readCookie, sessionCookie } from '#http/request/session-cookie.ts'
import { browserCookie, rememberBrowser } from '#http/request/sign-in-cookie.ts'
import { type Answer, type Route, route } from '#http/route.ts'
import { findPersonCaller } from '#identity/people/dashboard-sessions.ts'
import type { Interaction, Interactions } from '#identity/people/interactions.ts'
import { LOCKED } from '#identity/people/judge-secret.ts'
import { authenticationOptions, passkeyOrigin, supportsPasskeys, verifyPasskey } from '#identity/people/passkeys.ts'
import { checkSecondFactor } from '#identity/people/second-factor.ts'
import { checkPassword, factorsOf, recordKnownBrowser } from '#identity/people/sign-in.ts'
import type { Factors } from '#store/people/second-factors.ts'
import type { FieldProblem } from '../parts/form.ts'
import { noCookiesPage } from './link-pages.ts'
import { type SignInView, secondFactorPage, signInPage, stepUpPage } from './page.ts'

/** One sentence for all reasons, so that it does not reveal which emails are known. */
const REFUSED = 'Wrong email or password. Check both and try again.'
const WRONG_CODE = 'Wrong or already used code. Wait for the next one and try again.'
const WRONG_PASSKEY = 'We do not recognize this passkey. Try another way.'

const Uid = Type.Object({ uid: Type.String({ maxLength: 64 }) })
const PASSWORD_TYPED = Type.String({ maxLength: 512 })

export function builtInSignInRoutes(interactions: Interactions): readonly Route[] {
  return [showRoute, passwordRoute, showSecondFactorRoute, secondFactorRoute, passkeyRoute, stepUpRoute].map((make) =>
    make(interactions),
  )
}

type Handled = (gateway: Gateway, interaction: Interaction, header: HeaderReader) => Promise<Answer>
type HeaderReader = (name: string) => string | undefined

interface SignInContext {
  readonly params: { readonly uid: string }
  readonly header: HeaderReader
  readonly origin: string
}

/** Only the browser that began a sign-in continues it, so a link in a message has no sign-in. Passkeys are those of its URL. */
async function inOwnBrowser(
  interactions: Interactions,
  gateway: Gateway,
  { params, header, origin }: SignInContext,
  act: Handled,
): Promise<Answer> {
  const cookie = readCookie(header('cookie'), { name: 'tollgate-interaction', attributes: '' })
  const interaction = cookie === params.uid ? await interactions.find(params.uid) : undefined
  if (!interaction) return { status: 303, location: '/dashboard/sign-in' }
  return act({ ...gateway, settings: { ...gateway.settings, baseUrl: origin } }, interaction, header)
}

const showRoute = (interactions: Interactions) =>
  route({
    method: 'GET',
    path: '/dashboard/sign-in/:uid',
    guard: 'open',
    summary: 'Sign-in page',
    params: Uid,
    handle: async (outside, context) => {
      if (context.header('cookie') === undefined) return { status: 400, page: noCookiesPage(outside.settings.realm) }
      return inOwnBrowser(interactions, outside, context, async (gateway, interaction, header) => {
        const caller = await provingAgain(gateway, interaction, header)
        if (caller)
          return { status: 200, page: stepUpPage(await proofView(gateway, interactions, interaction, caller)) }
        return { status: 200, page: signInPage(await view(gateway, interactions, interaction)) }
      })
    },
  })

const passwordRoute = (interactions: Interactions) =>
  route({
    method: 'POST',
    path: '/dashboard/sign-in/:uid',
    guard: 'open',
    ownPagesOnly: true,
    summary: 'Sign in with email and password',
    takes: 'form',
    params: Uid,
    body: Type.Object({ email: Type.String({ maxLength: 254 }), password: PASSWORD_TYPED }),
    again: (outside, context, problems) =>
      inOwnBrowser(interactions, outside, context, async (gateway, interaction) => {
        const shown = { ...(await view(gateway, interactions, interaction)), email: context.body.email }
        return { status: 422, page: signInPage({ ...shown, problem: wordsOf(problems) }) }
      }),
    handle: (outside, context) =>
      inOwnBrowser(interactions, outside, context, async (gateway, interaction, header) => {
        const { sql, settings } = gateway
        const { email, password } = context.body
        const browser = readCookie(header('cookie'), browserCookie(settings.baseUrl))
        const checked = await checkPassword(sql, { email, password: new Secret(password), browser })
        if (checked.outcome !== 'right') {
          const refused = refusalOf(checked.outcome, REFUSED)
          const page = signInPage({ ...(await view(gateway, interactions, interaction)), email, ...refused })
          return { status: 401, page }
        }
        const { personId } = checked.value
        if (asksNext(settings.baseUrl, await factorsOf(sql, personId)) !== undefined) {
          await interactions.remember(interaction.uid, { passed: personId })
          return { status: 303, location: `/dashboard/sign-in/${interaction.uid}/second-factor` }
        }
        return finish(gateway, interactions, interaction, { personId, methods: ['pwd'], browser })
      }),
  })

const showSecondFactorRoute = (interactions: Interactions) =>
  route({
    method: 'GET',
    path: '/dashboard/sign-in/:uid/second-factor',
    guard: 'open',
    summary: 'Second-factor page',
    params: Uid,
    handle: (outside, context) =>
      inOwnBrowser(interactions, outside, context, async (gateway, interaction) => {
        const { uid, passed } = interaction
        if (passed === undefined) return { status: 303, location: `/dashboard/sign-in/${uid}` }
        return { status: 200, page: secondFactorPage(await nextView(gateway, interactions, interaction, passed)) }
      }),
  })

const secondFactorRoute = (interactions: Interactions) =>
  route({
    method: 'POST',
    path: '/dashboard/sign-in/:uid/second-factor',
    guard: 'open',
    ownPagesOnly: true,
    summary: 'Confirm a code of the app or a recovery code',
    takes: 'form',
    params: Uid,
    body: Type.Object({ code: Type.String({ maxLength: 64 }) }),
    again: (outside, context, problems) =>
      inOwnBrowser(interactions, outside, context, async (gateway, interaction) => {
        const { uid, passed } = interaction
        if (passed === undefined) return { status: 303, location: `/dashboard/sign-in/${uid}` }
        const shown = await nextView(gateway, interactions, interaction, passed)
        return { status: 422, page: secondFactorPage({ ...shown, problem: wordsOf(problems) }) }
      }),
    handle: (outside, context) =>
      inOwnBrowser(interactions, outside, context, async (gateway, interaction, header) => {
        const { settings } = gateway
        const { uid, passed } = interaction
        if (passed === undefined) return { status: 303, location: `/dashboard/sign-in/${uid}` }
        const outcome = await checkSecondFactor(gateway, passed, uid, context.body.code)
        if (outcome === 'over') return giveUp(interactions, uid)
        if (outcome !== 'right') {
          const shown = await nextView(gateway, interactions, interaction, passed)
          return { status: 401, page: secondFactorPage({ ...shown, ...refusalOf(outcome, WRONG_CODE) }) }
        }
        const browser = readCookie(header('cookie'), browserCookie(settings.baseUrl))
        return finish(gateway, interactions, interaction, { personId: passed, methods: ['pwd', 'otp', 'mfa'], browser })
      }),
  })

const passkeyRoute = (interactions: Interactions) => {
  const wrongPasskey = async (gateway: Gateway, interaction: Interaction): Promise<Answer> => {
    const page = signInPage({ ...(await view(gateway, interactions, interaction)), problem: WRONG_PASSKEY })
    return { status: 401, page }
  }
  return route({
    method: 'POST',
    path: '/dashboard/sign-in/:uid/passkey',
    guard: 'open',
    ownPagesOnly: true,
    summary: 'Sign in with a passkey',
    takes: 'form',
    params: Uid,
    body: Type.Object({ answer: Type.String({ maxLength: 8192 }) }),
    again: (outside, context) => inOwnBrowser(interactions, outside, context, wrongPasskey),
    handle: (outside, context) =>
      inOwnBrowser(interactions, outside, context, async (gateway, interaction, header) => {
        const { sql, settings } = gateway
        const { challenge = '' } = interaction
        const personId = await verifyPasskey(sql, settings.baseUrl, challenge, context.body.answer)
        if (!personId) return wrongPasskey(gateway, interaction)
        const browser = readCookie(header('cookie'), browserCookie(settings.baseUrl))
        return finish(gateway, interactions, interaction, { personId, methods: ['pop', 'user', 'mfa'], browser })
      }),
  })
}

const stepUpRoute = (interactions: Interactions) =>
  route({
    method: 'POST',
    path: '/dashboard/sign-in/:uid/step-up',
    guard: 'open',
    ownPagesOnly: true,
    summary: 'Re-authenticate',
    takes: 'form',
    params: Uid,
    body: Type.Object({ code: Type.Optional(Type.String({ maxLength: 64 })), password: Type.Optional(PASSWORD_TYPED) }),
    again: (outside, context, problems) =>
      inOwnBrowser(interactions, outside, context, async (gateway, interaction, header) => {
        const caller = await provingAgain(gateway, interaction, header)
        if (!caller) return { status: 303, location: '/dashboard/sign-in' }
        const shown = await proofView(gateway, interactions, interaction, caller)
        return { status: 422, page: stepUpPage({ ...shown, problem: wordsOf(problems) }) }
      }),
    handle: (outside, context) =>
      inOwnBrowser(interactions, outside, context, async (gateway, interaction, header) => {
        const { sql, settings } = gateway
        const caller = await provingAgain(gateway, interaction, header)
        if (!caller) return { status: 303, location: '/dashboard/sign-in' }
        const { code = '', password = '' } = context.body
        const shown = await proofView(gateway, interactions, interaction, caller)
        const browser = readCookie(header('cookie'), browserCookie(settings.baseUrl))
        const outcome =
          shown.asks === 'password'
            ? (await checkPassword(sql, { email: caller.email, password: new Secret(password), browser })).outcome
            : await checkSecondFactor(gateway, caller.personId, interaction.uid, code)
        if (outcome === 'over') return giveUp(interactions, interaction.uid)
        if (outcome !== 'right') {
          const wrong = shown.asks === 'password' ? 'Wrong password. Try again.' : WRONG_CODE
          return { status: 401, page: stepUpPage({ ...shown, ...refusalOf(outcome, wrong) }) }
        }
        const methods = shown.asks === 'password' ? ['pwd'] : ['otp', 'mfa']
        return finish(gateway, interactions, interaction, { personId: caller.personId, methods, browser })
      }),
  })

function refusalOf(outcome: 'wrong' | 'locked', wrong: string) {
  const isLocked = outcome === 'locked'
  return { problem: isLocked ? LOCKED : wrong, isLocked }
}

/** Problems of a form that its schema found, in one line. */
function wordsOf(problems: readonly FieldProblem[]): string {
  return problems.map(({ message }) => message).join(' ')
}

/** Starts a step-up for the signed-in user; others get the sign-in. */
async function provingAgain({ sql, settings }: Gateway, { stepUpOf }: Interaction, header: HeaderReader) {
  const token = readCookie(header('cookie'), sessionCookie(settings.baseUrl))
  const caller = stepUpOf !== undefined && token ? await findPersonCaller(sql, token, settings) : undefined
  return caller?.email === stepUpOf ? caller : undefined
}

/** The second factor: the app, else a passkey. A passkey counts also where the browser cannot use it. */
function asksNext(baseUrl: string, { hasTotp, passkeys }: Factors): 'code' | 'passkey' | undefined {
  if (hasTotp) return 'code'
  return passkeys > 0 && passkeyOrigin(baseUrl) !== undefined ? 'passkey' : undefined
}

async function nextView(gateway: Gateway, interactions: Interactions, interaction: Interaction, personId: string) {
  const factors = await factorsOf(gateway.sql, personId)
  const asks = asksNext(gateway.settings.baseUrl, factors) ?? 'code'
  const shown = await view(gateway, interactions, interaction)
  return { ...shown, asks, ...(factors.passkeys === 0 && NO_PASSKEY) }
}

const NO_PASSKEY = { passkey: undefined, passkeysAt: undefined }

async function view({ settings }: Gateway, interactions: Interactions, { uid }: Interaction): Promise<SignInView> {
  const shown = { realm: settings.realm, uid }
  if (!supportsPasskeys(settings.baseUrl)) return { ...shown, passkeysAt: passkeyOrigin(settings.baseUrl) }
  const { options, challenge } = await authenticationOptions(settings.baseUrl)
  await interactions.remember(uid, { challenge })
  return { ...shown, passkey: options }
}

async function proofView(
  gateway: Gateway,
  interactions: Interactions,
  interaction: Interaction,
  { personId, email }: { readonly personId: string; readonly email: string },
) {
  const factors = await factorsOf(gateway.sql, personId)
  const asks = asksNext(gateway.settings.baseUrl, factors) ?? ('password' as const)
  const shown = await view(gateway, interactions, interaction)
  return { ...shown, email, asks, ...(factors.passkeys === 0 && NO_PASSKEY) }
}

async function finish(
  { sql, settings }: Gateway,
  interactions: Interactions,
  { uid }: Interaction,
  { personId, methods, browser }: { personId: string; methods: readonly string[]; browser: string | undefined },
): Promise<Answer> {
  const location = await interactions.finish(uid, personId, methods)
  if (location === undefined) return { status: 303, location: '/dashboard/sign-in' }
  const token = await recordKnownBrowser(sql, personId, browser)
  return { status: 303, location, headers: rememberBrowser(settings.baseUrl, token) }
}

/** Too many wrong codes: the sign-in begins again, password first. */
async function giveUp(interactions: Interactions, uid: string): Promise<Answer> {
  await interactions.end(uid)
  return { status: 303, location: '/dashboard/sign-in' }
}
