import { RequestError } from '#domain/problem.ts'

/** Longer than any token we accept, short enough to hash at no cost worth mentioning. */
const MAX_TOKEN_LENGTH = 8192

/** RFC 6750 section 2.1; the scheme in any case (RFC 9110). */
const BEARER = /^bearer +([\w\-.~+/]+=*)$/i

/**
 * Takes the token out of the `Authorization` headers.
 * @param authorization every value received: a second header is refused, whichever of the two would be the valid one
 * @throws RequestError `unauthenticated`
 */
export function readBearerToken(authorization: string | readonly string[] | undefined): string {
  const [value, ...others] = typeof authorization === 'string' ? [authorization] : (authorization ?? [])
  if (value === undefined) throw unauthenticated('Send an access token in the header "Authorization: Bearer <token>".')
  const token = value.length <= MAX_TOKEN_LENGTH ? BEARER.exec(value)?.[1] : undefined
  if (token === undefined || others.length > 0) throw badToken()
  return token
}

/** One text for everything that can be wrong with a token: a forger learns nothing from it. */
export function badToken(): RequestError {
  return unauthenticated('The access token is not valid or has expired. Request a new one from the token endpoint.')
}

function unauthenticated(message: string): RequestError {
  return new RequestError('unauthenticated', [{ property: 'authorization', message, params: [] }])
}
