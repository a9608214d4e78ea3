import type { PendingSignIn } from '#identity/people/realm-client.ts'
import { cookiePlace, readCookie } from './session-cookie.ts'

export interface SignInMemory extends PendingSignIn {
  readonly back: string
  /** Session to re-authenticate; null for a sign-in. */
  readonly stepUpOf: string | null
}

const placeOf = (baseUrl: string) => cookiePlace(baseUrl, 'tollgate-sign-in')

/** `Set-Cookie` for the ten minutes that a sign-in may take. */
export function setSignInCookie(baseUrl: string, memory: SignInMemory): Record<string, string> {
  const { name, attributes } = placeOf(baseUrl)
  const value = Buffer.from(JSON.stringify(memory)).toString('base64url')
  return { 'set-cookie': `${name}=${value}; ${attributes}; Max-Age=600` }
}

/** Reads the cookie. The provider proves state, nonce and verifier; the browser may have changed the rest. */
export function readSignInCookie(baseUrl: string, cookies: string | undefined): SignInMemory | undefined {
  const value = readCookie(cookies, placeOf(baseUrl))
  if (!value) return undefined
  try {
    const memory: unknown = JSON.parse(Buffer.from(value, 'base64url').toString())
    return isMemory(memory) ? memory : undefined
  } catch {
    return undefined
  }
}

function isMemory(value: unknown): value is SignInMemory {
  if (typeof value !== 'object' || value === null) return false
  const { state, nonce, verifier, back, maxAge, stepUpOf } = value as Record<string, unknown>
  const areTexts = [state, nonce, verifier, back].every((text) => typeof text === 'string')
  return areTexts && typeof maxAge === 'number' && (stepUpOf === null || typeof stepUpOf === 'string')
}

export const browserCookie = (baseUrl: string) => cookiePlace(baseUrl, 'tollgate-browser')

const YEAR = 365 * 24 * 60 * 60

/** `Set-Cookie` that outlives the session: failed sign-ins of others do not lock this browser out. */
export function rememberBrowser(baseUrl: string, token: string): Record<string, string> {
  const { name, attributes } = browserCookie(baseUrl)
  return { 'set-cookie': `${name}=${token}; ${attributes}; Max-Age=${YEAR}` }
}
