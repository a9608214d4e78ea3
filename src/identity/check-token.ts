import { errors, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose'
import type { Clock } from '#domain/clock.ts'
import { RequestError } from '#domain/problem.ts'
import { badToken } from './bearer-token.ts'

/** A token from further in the future than clocks differ was not made by a sane issuer. */
const MAX_CLOCK_LEAD_SECONDS = 60

/** What a token is held against; algorithms are pinned here, never taken from the token (RFC 8725 section 3.1). */
interface Rules extends Pick<JWTVerifyOptions, 'issuer' | 'audience'> {
  readonly algorithms: string[]
  /** Accepted `typ` headers, in lower case. */
  readonly types: readonly string[]
}

/**
 * Signature, type, issuer, audience and times of a JWT.
 * @throws RequestError `unauthenticated`, always the same; `unavailable` while the keys cannot be fetched
 */
export async function checkToken(
  token: string,
  keys: JWTVerifyGetKey,
  rules: Rules,
  clock: Clock,
): Promise<JWTPayload> {
  if (!isCanonical(token)) throw badToken()
  const now = clock.now()
  const { types, ...options } = { ...rules, currentDate: now, requiredClaims: ['exp'] }
  const { payload, protectedHeader } = await jwtVerify(token, keys, options).catch(refuse)
  const type = protectedHeader.typ?.toLowerCase().replace('application/', '')
  const made = payload.iat ?? 0
  if (!types.includes(type ?? '') || made > now.getTime() / 1000 + MAX_CLOCK_LEAD_SECONDS) throw badToken()
  return payload
}

/** One spelling for each token: the spare bits at the end of a Base64url part must be zero (RFC 4648 section 3.5). */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

/** jose's own errors say what is wrong with the token; a key that could not be fetched is not the caller's fault. */
function refuse(error: unknown): never {
  if (error instanceof RequestError) throw error
  if (error instanceof errors.JOSEError) throw badToken()
  throw error
}
