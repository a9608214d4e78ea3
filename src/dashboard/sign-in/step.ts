import type { Gateway } from '#flows/gateway.ts'
import { readCookie, sessionCookie } from '#http/request/session-cookie.ts'
import { browserCookie, rememberBrowser } from '#http/request/sign-in-cookie.ts'
import type { Answer } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { findPersonCaller } from '#identity/people/dashboard-sessions.ts'
import type { Interaction, Interactions } from '#identity/people/interactions.ts'
import { authenticationOptions, passkeyOrigin, supportsPasskeys } from '#identity/people/passkeys.ts'
import { factorsOf, recordKnownBrowser } from '#identity/people/sign-in.ts'
import type { Factors } from '#store/people/second-factors.ts'
import { type SignInView, secondFactorPage, signInPage, stepUpPage } from './page.ts'

type HeaderReader = (name: string) => string | undefined

/** Request of a sign-in by the browser that began it. */
export interface Step {
  readonly gateway: Gateway
  readonly interactions: Interactions
  readonly interaction: Interaction
  readonly header: HeaderReader
}

type Refusal = Pick<SignInView, 'problem' | 'isLocked' | 'email'>

export const BEGIN = { status: 303, location: '/dashboard/sign-in' } as const

/** Only the browser that began a sign-in continues it, so a link in a message has no sign-in. Passkeys are those of its URL. */
export async function inOwnBrowser(
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
  const settings = { ...gateway.settings, baseUrl: origin }
  return act({ gateway: { ...gateway, settings }, interactions, interaction, header })
}

export async function showSignIn(step: Step, status: number, refusal: Refusal = {}): Promise<Answer> {
  return { status, page: signInPage({ ...(await viewOf(step)), ...refusal }) }
}

/** Shows the form of the second factor, or begins with the password. */
export async function showSecondFactor(step: Step, status: number, refusal: Refusal = {}): Promise<Answer> {
  const { uid, passed } = step.interaction
  if (passed === undefined) return { status: 303, location: `${BEGIN.location}/${uid}` }
  const factors = await factorsOf(step.gateway.sql, passed)
  const shown = await viewOf(step, factors)
  return { status, page: secondFactorPage({ ...shown, asks: nextFactor(step, factors) ?? 'code', ...refusal }) }
}

export async function showStepUp(
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
export async function stepUpCaller({ gateway, interaction, header }: Step): Promise<PersonCaller | undefined> {
  const { sql, settings } = gateway
  const { stepUpOf } = interaction
  const token = readCookie(header('cookie'), sessionCookie(settings.baseUrl))
  const caller = stepUpOf !== undefined && token ? await findPersonCaller(sql, token, settings) : undefined
  return caller?.email === stepUpOf ? caller : undefined
}

/** The second factor: the app, else a passkey. A passkey counts also where the browser cannot use it. */
export function nextFactor({ gateway }: Step, { hasTotp, passkeys }: Factors): 'code' | 'passkey' | undefined {
  if (hasTotp) return 'code'
  return passkeys > 0 && passkeyOrigin(gateway.settings.baseUrl) !== undefined ? 'passkey' : undefined
}

/** @param factors of the person, once known */
async function viewOf({ gateway, interactions, interaction: { uid } }: Step, factors?: Factors): Promise<SignInView> {
  const { realm, baseUrl } = gateway.settings
  const shown = { realm, uid }
  const hasNone = factors?.passkeys === 0
  if (!supportsPasskeys(baseUrl)) return hasNone ? shown : { ...shown, passkeysAt: passkeyOrigin(baseUrl) }
  const { options, challenge } = await authenticationOptions(baseUrl)
  await interactions.remember(uid, { challenge })
  return hasNone ? shown : { ...shown, passkey: options }
}

export function knownBrowser({ gateway, header }: Step): string | undefined {
  return readCookie(header('cookie'), browserCookie(gateway.settings.baseUrl))
}

export async function finish(step: Step, personId: string, methods: readonly string[]): Promise<Answer> {
  const { gateway, interactions, interaction } = step
  const location = await interactions.finish(interaction.uid, personId, methods)
  if (location === undefined) return BEGIN
  const token = await recordKnownBrowser(gateway.sql, personId, knownBrowser(step))
  return { status: 303, location, headers: rememberBrowser(gateway.settings.baseUrl, token) }
}

/** Too many wrong codes: the sign-in begins again, password first. */
export async function startOver({ interactions, interaction }: Step): Promise<Answer> {
  await interactions.end(interaction.uid)
  return BEGIN
}
