import { RequestError } from '#domain/problem.ts'

/** Longer than any token we accept, short enough to hash at no cost worth mentioning. */
const MAX_TOKEN_LENGTH = 8192

/** RFC 6750 section 2.1; the scheme in any case (RFC 9110). */
const BEARER = /^bearer +([\w\-.~+/]+=*)$/i

/**
 * What is wrong with a token: its form or header type, the algorithm or the key it is signed with, its signature, a
 * claim, that it is no service's access token (`kind`), or that nobody lists its client. For the log alone.
 */
export type TokenFault =
  | 'form'
  | 'algorithm'
  | 'key'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'times'
  | 'kind'
  | 'client'

/**
 * A rejected token. Its message is the same for every error, so that a forger learns nothing from it. Only for a token
 * that its issuer signed does it name a missing claim.
 */
export class RefusedToken extends RequestError {
  readonly fault: TokenFault
  /** What the token says where it should say something else; never the token. */
  readonly found: unknown

  constructor(fault: TokenFault, found?: unknown, message = BAD_TOKEN) {
    super('unauthenticated', [problem(message)])
    this.fault = fault
    this.found = found
  }
}

/**
 * Takes the token out of the `Authorization` headers.
 * @param authorization every value received: a second header is refused, whichever of the two would be the valid one
 * @throws RequestError `unauthenticated`
 */
export function readBearerToken(authorization: string | readonly string[] | undefined): string {
  const [value, ...others] = typeof authorization === 'string' ? [authorization] : (authorization ?? [])
  if (value === undefined) throw new RequestError('unauthenticated', [problem(NO_TOKEN)])
  const token = value.length <= MAX_TOKEN_LENGTH ? BEARER.exec(value)?.[1] : undefined
  if (token === undefined || others.length > 0) throw new RefusedToken('form')
  return token
}

const NO_TOKEN = 'Send an access token in the header "Authorization: Bearer <token>".'
const BAD_TOKEN = 'The access token is not valid or has expired. Request a new one from the token endpoint.'

/** Message about a token that lacks a claim, or each of several of which one is needed. */
export function lacks(...claims: readonly string[]): string {
  return `The access token lacks the claim ${claims.join(' or ')}; have the identity provider add it.`
}

function problem(message: string) {
  return { property: 'authorization', message, params: [] }
}
