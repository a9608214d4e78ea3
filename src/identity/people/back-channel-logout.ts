import type { JWTPayload } from 'jose'
import type { Logger } from 'pino'
import type { Clock } from '#domain/clock.ts'
import type { Sql } from '#store/connection/database.ts'
import {
  deleteSessionsOfSignIn,
  deleteSessionsOfSubject,
  insertProviderLogout,
  type ProviderLogout,
} from '#store/people/provider-logouts.ts'
import { RefusedToken } from '../bearer-token.ts'
import { checkToken } from '../check-token.ts'
import { ALGORITHMS, type ExternalKeySet } from '../external-keys.ts'

/** A provider sends it immediately; an older one was stored by an attacker. */
const MAX_AGE_SECONDS = 300
/** Longer than tokens are accepted, so that each counts once. */
const REMEMBERED_SECONDS = 600

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** Receives logouts from an external identity provider (OpenID Connect Back-Channel Logout 1.0). */
export interface BackChannelLogout {
  /**
   * Ends the sessions of a logout token, for every process.
   * @returns true if it is valid, even without a session @throws RequestError `unavailable` without the provider's keys
   */
  end(logoutToken: string): Promise<boolean>
}

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly log: Logger
  readonly keys: ExternalKeySet
  readonly issuer: string
  /** `aud`: the dashboard as the provider knows it. */
  readonly clientId: string
}

export function createBackChannelLogout({ sql, clock, log, keys, issuer, clientId }: Parts): BackChannelLogout {
  const rules = { issuer, audience: clientId, algorithms: ALGORITHMS, types: ['logout+jwt', 'jwt', ''] }
  return {
    async end(logoutToken) {
      const logout = await checkToken(logoutToken, keys.find, rules, clock)
        .then((claims) => logoutIn(claims, issuer, clock))
        .catch((error: unknown) => {
          if (!(error instanceof RefusedToken)) throw error
          log.warn({ fault: error.fault, found: error.found }, 'logout token rejected')
          return undefined
        })
      if (!logout) return false
      if (!(await insertProviderLogout(sql, logout, REMEMBERED_SECONDS))) {
        log.warn('logout token rejected: already used')
        return false
      }
      const { session } = logout
      const ended = await (session === null
        ? deleteSessionsOfSubject(sql, logout)
        : deleteSessionsOfSignIn(sql, logout))
      log.info({ ended }, 'user signed out at the identity provider')
      return true
    },
  }
}

/** Checks the claims that distinguish a logout token from an ID token (section 2.6). @throws RefusedToken */
function logoutIn(claims: JWTPayload, issuer: string, clock: Clock): ProviderLogout {
  const { iat, jti, sid, sub, nonce, events } = claims as JWTPayload & {
    sid?: unknown
    nonce?: unknown
    events?: unknown
  }
  const happened = isObject(events) ? events[EVENT] : undefined
  if (!isObject(happened) || nonce !== undefined) throw new RefusedToken('kind', { events, nonce })
  if (iat === undefined || clock.now().getTime() / 1000 - iat > MAX_AGE_SECONDS)
    throw new RefusedToken('times', { iat })
  const [session, subject] = [nameIn(sid), nameIn(sub)]
  const isNamed = session !== null || subject !== null
  if (!isNamed || nameIn(jti) === null) throw new RefusedToken('form', { sid, sub, jti })
  return { issuer, jti: jti!, session, subject }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @returns null if absent @throws RefusedToken for anything but a name */
function nameIn(value: unknown): string | null {
  if (value === undefined) return null
  if (typeof value !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(value)) throw new RefusedToken('form', value)
  return value
}
