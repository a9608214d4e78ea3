import {
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import type { Clock } from '#domain/clock.ts'
import { RequestError } from '#domain/problem.ts'
import { lacks, RefusedToken, type TokenFault } from './bearer-token.ts'

/** Tolerated lead of the issuer's clock: `iat` and `nbf` may be this far in the future. */
export const MAX_CLOCK_LEAD_SECONDS = 60

/** Verification rules of a token; algorithms are pinned here, never taken from the token (RFC 8725 section 3.1). */
interface Rules extends Pick<JWTVerifyOptions, 'issuer' | 'audience'> {
  readonly algorithms: string[]
  /** Accepted `typ` headers, in lower case. */
  readonly types: readonly string[]
}

/** Checks signature, type, issuer, audience and times. @throws RefusedToken; RequestError `unavailable` without keys */
export async function checkToken(
  token: string,
  keys: JWTVerifyGetKey,
  rules: Rules,
  clock: Clock,
): Promise<JWTPayload> {
  if (!isCanonical(token)) throw new RefusedToken('form')
  const now = clock.now()
  const times = { currentDate: now, clockTolerance: MAX_CLOCK_LEAD_SECONDS, requiredClaims: ['exp'] }
  const { types, ...options } = { ...rules, ...times }
  const { payload, protectedHeader } = await jwtVerify(token, keys, options).catch((error) => refuse(error, token))
  const type = protectedHeader.typ?.toLowerCase().replace('application/', '')
  if (!types.includes(type ?? '')) throw new RefusedToken('kind', { header: protectedHeader.typ })
  if ((payload.iat ?? 0) > now.getTime() / 1000 + MAX_CLOCK_LEAD_SECONDS) throw new RefusedToken('times')
  if (isExpired(payload.exp!, now)) throw new RefusedToken('times', { exp: payload.exp })
  return payload
}

/** Checks the expiry without the leeway for clocks that are ahead. */
export function isExpired(exp: number, now: Date): boolean {
  return exp <= Math.floor(now.getTime() / 1000)
}

/** One spelling for each token: the spare bits at the end of a Base64url part must be zero (RFC 4648 section 3.5). */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

/** Rejects a token with jose's reason; a key that could not be fetched is not the caller's error. */
function refuse(error: unknown, token: string): never {
  if (error instanceof RequestError || !(error instanceof errors.JOSEError)) throw error
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired) {
    const { claim, payload, reason } = error
    const fault = CLAIM_FAULTS[claim] ?? 'times'
    throw new RefusedToken(fault, { [claim]: payload[claim] }, reason === 'missing' ? lacks(claim) : undefined)
  }
  if (error instanceof errors.JOSEAlgNotAllowed) {
    throw new RefusedToken('algorithm', { alg: decodeProtectedHeader(token).alg })
  }
  throw new RefusedToken(FAULTS[error.code] ?? 'form')
}

/** Every other checked claim is a time. */
const CLAIM_FAULTS: Readonly<Record<string, TokenFault>> = { iss: 'issuer', aud: 'audience' }

const FAULTS: Readonly<Record<string, TokenFault>> = {
  [errors.JWSSignatureVerificationFailed.code]: 'signature',
  [errors.JWKSNoMatchingKey.code]: 'key',
  [errors.JWKSMultipleMatchingKeys.code]: 'key',
}
