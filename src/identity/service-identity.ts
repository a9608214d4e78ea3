import type { JWTPayload } from 'jose'
import { lacks, RefusedToken } from './bearer-token.ts'

/** Claims of a login: the first four are in ID tokens only (OpenID Connect), the others name a session and its start. */
const OF_A_LOGIN = ['nonce', 'at_hash', 'c_hash', 's_hash', 'sid', 'session_state', 'auth_time']

/** Client that acts for itself with a token of an external issuer (decision 0035). @throws RefusedToken for other tokens */
export function serviceOf(claims: JWTPayload): string {
  const { typ, azp, client_id: clientId = azp } = claims
  // Keycloak's header says `JWT` for access, ID and refresh tokens alike; only a claim distinguishes them.
  if (typ !== undefined && typ !== 'Bearer') throw new RefusedToken('kind', { typ })
  const login = OF_A_LOGIN.find((claim) => claims[claim] !== undefined)
  if (login) throw new RefusedToken('kind', { carries: login })
  if (clientId === undefined) throw new RefusedToken('client', {}, lacks('client_id', 'azp'))
  if (typeof clientId !== 'string' || (azp !== undefined && azp !== clientId)) {
    throw new RefusedToken('client', { azp, client_id: clientId })
  }
  const words = wordsAbout(claims, clientId)
  if (words.includes(true) && !words.includes(false)) return clientId
  const isSilent = words.every((word) => word === undefined)
  throw new RefusedToken('kind', { client: clientId, service: false }, isSilent ? SILENT : undefined)
}

const SILENT =
  'The access token does not show that it belongs to the client itself and not to a user: it lacks a sub that is the client id, preferred_username, gty or idtyp; have the identity provider add one.'

/** Evidence of each claim by which issuers name a service: the client itself, not the client, or none. */
function wordsAbout({ sub, preferred_username: user, gty, idtyp }: JWTPayload, clientId: string) {
  const is = (claim: unknown, word: string) => (claim === undefined ? undefined : claim === word)
  return [
    // RFC 9068 section 2.2, and Auth0's way of writing it; a subject of another form leaves it to the other claims.
    sub === clientId || sub === `${clientId}@clients` || undefined,
    // Keycloak, which keeps user names in lower case.
    is(user, `service-account-${clientId.toLowerCase()}`),
    // Auth0.
    is(gty, 'client-credentials'),
    // Entra ID.
    is(idtyp, 'app'),
  ]
}
