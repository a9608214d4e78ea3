import { RequestError } from '#domain/problem.ts'

/** Longer than any accepted token, short enough to hash cheaply. */
const MAX_TOKEN_LENGTH = 8192

/** RFC 6750 section 2.1; the scheme in any case (RFC 9110). */
const BEARER = /^bearer +([\w\-.~+/]+=*)$/i

/** Error of a token, for the log only. `kind`: not the access token of a service. */
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

/** Rejected token. One message for every error, so that forgers learn nothing; a missing claim of our issuer is named. */
export class RefusedToken extends RequestError {
  readonly fault: TokenFault
  /** The invalid value in the token; never the token. */
  readonly found: unknown

  constructor(fault: TokenFault, found?: unknown, message = BAD_TOKEN) {
    super('unauthenticated', [problem(message)])
    this.fault = fault
    this.found = found
  }
}

/** @param authorization all received values: a second header is rejected @throws RequestError `unauthenticated` */
export function readBearerToken(authorization: string | readonly string[] | undefined): string {
  const [value, ...others] = typeof authorization === 'string' ? [authorization] : (authorization ?? [])
  if (value === undefined) throw new RequestError('unauthenticated', [problem(NO_TOKEN)])
  const token = value.length <= MAX_TOKEN_LENGTH ? BEARER.exec(value)?.[1] : undefined
  if (token === undefined || others.length > 0) throw new RefusedToken('form')
  return token
}

const NO_TOKEN = 'Send an access token in the header "Authorization: Bearer <token>".'
const BAD_TOKEN = 'The access token is not valid or has expired. Request a new one from the token endpoint.'

/** Message about missing claims, one of which is required. */
export function lacks(...claims: readonly string[]): string {
  return `The access token lacks the claim ${claims.join(' or ')}; have the identity provider add it.`
}

function problem(message: string) {
  return { property: 'authorization', message, params: [] }
}
