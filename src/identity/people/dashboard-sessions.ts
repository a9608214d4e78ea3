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

/** Duration of a fresh authentication. */
const FRESH_SECONDS = 300

/** Cookie path of sessions, and their lifetime in seconds. */
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
  /** Sign-in at an external identity provider. */
  readonly provider?: ProviderSignIn
  /** The browser's previous cookie; its session ends (OWASP ASVS 7.2.4). */
  readonly cookie?: string | undefined
}

/** Signs a browser in. @returns the value of its cookie: 256 random bits, stored as a digest */
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

/** Records a re-authentication under a new cookie value. @returns undefined if the session has ended */
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

/** Ends a session. @returns the ID token of a sign-in at an external provider */
export async function endSession(sql: Sql, token: string, sessionId: string): Promise<string | undefined> {
  const { idToken } = await findSessionSecrets(sql, sessionId)
  await deleteDashboardSession(sql, digestOf(token))
  return idToken ? decryptUnderCookie(token, idToken) : undefined
}

/**
 * @param token value of the cookie @param isActive false for automatic requests, which do not extend the session
 * @returns undefined without a session or a remaining role
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
  // A write for every request would cost more than it is worth.
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

/** Membership of the chosen merchant, the platform's, or the first one. */
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

export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url')
}

/** True if a form has the token of this caller's pages. */
export function isCsrfToken({ csrfToken }: PersonCaller, presented: unknown): boolean {
  if (typeof presented !== 'string') return false
  return timingSafeEqual(digestOf(presented), digestOf(csrfToken))
}
