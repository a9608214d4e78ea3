import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import type { Logger } from 'pino'
import type { Clock } from '#domain/clock.ts'
import { problem, RequestError } from '#domain/problem.ts'
import { fetchBounded } from '#outbound/fetch-bounded.ts'

/** Algorithms of an external issuer. Asymmetric only: we share no secret with it. */
export const ALGORITHMS = [
  ...['RS', 'PS', 'ES'].flatMap((family) => [256, 384, 512].map((bits) => `${family}${bits}`)),
  'EdDSA',
]

const REFRESH_AFTER_MS = 10 * 60_000
/** Old keys of an unreachable issuer are not trusted indefinitely. */
const TRUST_FOR_MS = 60 * 60_000
/** Minimum time until an unknown key ID fetches the set again: enough for a rotation, too slow to flood issuers. */
const COOLDOWN_MS = 1000
const TIMEOUT_MS = 5000
const RETRY_AFTER_SECONDS = 5

export interface ExternalKeySet {
  /** @throws RequestError `unavailable` if the keys cannot be loaded */
  readonly find: JWTVerifyGetKey
}

/**
 * Caches keys. A new key ID fetches the set again (rotation); an old set serves for an hour at most while it is
 * refreshed (outage).
 * @param url the JWKS, e.g. `https://…/realms/uat/protocol/openid-connect/certs`
 */
export function createForeignKeys(url: string, clock: Clock, log: Logger): ExternalKeySet {
  const remote = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: COOLDOWN_MS,
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: fetchBounded,
  })
  const now = () => clock.now().getTime()
  let loadedAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  const load = async () => {
    askedAt = now()
    await remote.reload()
    loadedAt = now()
  }
  const warn = (error: unknown) => log.warn({ err: error, url }, 'identity provider keys unavailable')
  const refuse = (error: unknown): never => {
    warn(error)
    throw unavailable()
  }
  const find: JWTVerifyGetKey = async (header, token) => {
    if (now() - loadedAt > TRUST_FOR_MS) await load().catch(refuse)
    else if (now() - loadedAt > REFRESH_AFTER_MS && now() - askedAt > COOLDOWN_MS) load().catch(warn)
    return remote(header, token).catch((error) => (isAboutToken(error) ? Promise.reject(error) : refuse(error)))
  }
  return { find }
}

function unavailable(): RequestError {
  const message = 'The identity provider is unavailable. Try again in a few seconds.'
  return new RequestError('unavailable', [problem('', message)], RETRY_AFTER_SECONDS)
}

/** True if no key or several match: an error of the token. All other errors are of the fetch. */
function isAboutToken(error: unknown): boolean {
  return [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported].some(
    (kind) => error instanceof kind,
  )
}
