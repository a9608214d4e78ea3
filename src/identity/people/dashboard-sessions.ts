import { createHmac, timingSafeEqual } from 'node:crypto'
import { newId } from '#domain/ids.ts'
import type { Sql } from '#store/connection/database.ts'
import {
  deleteDashboardSession,
  findDashboardSession,
  findSessionSecrets,
  insertDashboardSession,
  rotateDashboardSession,
  type SignedInSession,
  touchDashboardSession,
} from '#store/people/dashboard-sessions.ts'
import { deleteIfEndedAtProvider } from '#store/people/provider-logouts.ts'
import type { PersonCaller } from '../caller.ts'
import type { Role } from '../permissions.ts'
import { decryptUnderCookie, encryptUnderCookie, reencryptUnderCookie } from './cookie-encryption.ts'
import { digestOf, newToken } from './digest.ts'
import type { ProviderSignIn } from './realm-client.ts'

/** A proof of who somebody is holds this long for what asks for a fresh one. */
const FRESH_SECONDS = 300

/** Path of sessions, and their lifetime in seconds. */
export interface SessionLimits {
  readonly realm: string
  /** Since the person's last request. */
  readonly dashboardIdleSeconds: number
  /** Since the sign-in. */
  readonly dashboardSessionSeconds: number
}

export interface SignIn {
  readonly personId: string
  readonly methods: readonly string[]
  readonly userAgent: string
  readonly address: string
  /** The sign-in at a foreign identity provider. */
  readonly provider?: ProviderSignIn
  /** Value of the cookie that the browser came with; its session ends (OWASP ASVS 7.2.4). */
  readonly cookie?: string | undefined
}

/** Signs a browser in. @returns the value of its cookie: 256 random bits, of which only a digest is kept */
export async function openSession(sql: Sql, signIn: SignIn, limits: SessionLimits): Promise<string> {
  const token = newToken()
  const { provider, cookie, ...who } = signIn
  const atProvider = {
    providerSession: provider?.session ?? null,
    idToken: provider ? encryptUnderCookie(token, provider.idToken) : null,
  }
  const session = {
    ...who,
    ...atProvider,
    sessionId: newId('dse'),
    tokenHash: digestOf(token),
    replaces: cookie ? digestOf(cookie) : null,
  }
  await insertDashboardSession(sql, session, limits.dashboardSessionSeconds)
  if (provider) await deleteIfEndedAtProvider(sql, session.sessionId)
  return token
}

/** Notes a fresh proof under a new value of the cookie. @returns undefined where the session has ended meanwhile */
export async function renewSession(
  sql: Sql,
  { token, sessionId }: { readonly token: string; readonly sessionId: string },
  methods: readonly string[],
  provider?: ProviderSignIn,
): Promise<string | undefined> {
  const fresh = newToken()
  const sealed = await findSessionSecrets(sql, sessionId)
  const heldForm = reencryptUnderCookie(token, sealed.heldForm, fresh)
  const idToken = provider
    ? encryptUnderCookie(fresh, provider.idToken)
    : reencryptUnderCookie(token, sealed.idToken, fresh)
  const next = { tokenHash: digestOf(fresh), heldForm, idToken, providerSession: provider?.session, methods }
  const isThere = await rotateDashboardSession(sql, digestOf(token), next)
  if (isThere && provider) await deleteIfEndedAtProvider(sql, sessionId)
  return isThere ? fresh : undefined
}

/** Signs it out. @returns the ID token of a sign-in at a foreign provider */
export async function endSession(sql: Sql, token: string, sessionId: string): Promise<string | undefined> {
  const { idToken } = await findSessionSecrets(sql, sessionId)
  await deleteDashboardSession(sql, digestOf(token))
  return idToken ? decryptUnderCookie(token, idToken) : undefined
}

/**
 * Finds the user of a browser.
 * @param token the value of its cookie
 * @param isActive false for requests that a page makes without its user: they do not extend the session
 * @returns undefined where nobody is signed in, or whoever is has no role any more
 */
export async function findPersonCaller(
  sql: Sql,
  token: string,
  limits: SessionLimits,
  isActive = true,
): Promise<PersonCaller | undefined> {
  const session = await findDashboardSession(sql, digestOf(token), limits.dashboardIdleSeconds)
  const standing = session && standingOf(session)
  if (!session || !standing) return undefined
  // A write for every request would cost more than it tells.
  if (isActive && session.seenSecondsAgo > Math.min(30, limits.dashboardIdleSeconds / 10)) {
    await touchDashboardSession(sql, session.sessionId)
  }
  const { personId, name, email, sessionId, methods } = session
  return {
    scope: 'person',
    clientId: personId,
    personId,
    name,
    email,
    sessionId,
    methods,
    ...standing,
    csrfToken: csrfTokenOf(token),
    hasFreshProof: session.provedSecondsAgo <= FRESH_SECONDS,
    realm: limits.realm,
    idleSeconds: limits.dashboardIdleSeconds,
    memberships: session.memberships.map(({ merchantId, merchantName, role }) => ({
      merchantId,
      merchantName,
      role: role as Role,
    })),
  }
}

/** As what a person is here: a member of the merchant that was chosen, the platform's, or of the first there is. */
function standingOf({ chosen, memberships }: SignedInSession) {
  const platform = memberships.find(({ merchantId }) => merchantId === null)
  const own = memberships.find(({ merchantId }) => merchantId === (chosen?.merchantId ?? memberships[0]?.merchantId))
  const membership = own ?? platform ?? memberships[0]
  if (!membership) return undefined
  const merchant = own || !platform ? membership : (chosen ?? membership)
  return {
    role: membership.role as Role,
    isPlatform: membership.merchantId === null,
    merchantId: merchant.merchantId,
    merchantName: merchant.merchantName,
    timeZone: merchant.timeZone,
  }
}

/** What forms of the pages under this cookie carry. */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url')
}

/** True if a form carries the token of this caller's own pages. */
export function isCsrfToken({ csrfToken }: PersonCaller, presented: unknown): boolean {
  if (typeof presented !== 'string') return false
  return timingSafeEqual(digestOf(presented), digestOf(csrfToken))
}
