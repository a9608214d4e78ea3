import { createLocalJWKSet, type JWTPayload } from 'jose'
import type { Clock } from '#domain/clock.ts'
import { RequestError } from '#domain/problem.ts'
import type { Caller } from './caller.ts'
import { checkToken } from './check-token.ts'
import type { Realm } from './realm.ts'
import type { SigningKey } from './signing-key.ts'
import type { TokenIssuer } from './token-issuer.ts'

/** This gateway's own tokens: verified with the key in memory, the merchant named in a claim, no look-up at all. */
export function createBuiltInIssuer(realm: Realm, key: SigningKey, clock: Clock): TokenIssuer {
  const keys = createLocalJWKSet({ keys: [key.publicJwk] })
  const rules = { issuer: realm.issuer, audience: realm.audience, types: ['at+jwt'], algorithms: ['RS256'] }
  return {
    check: (token) => checkToken(token, keys, rules, clock),
    callerOf: async (claims) => toCaller(claims),
  }
}

/** A merchant's token names its merchant; an operator's names none. */
function toCaller(claims: JWTPayload): Caller {
  const scopes = String(claims.scope ?? '').split(' ')
  const clientId = String(claims.client_id)
  const merchantId = claims.merchant_id
  if (typeof merchantId === 'string' && scopes.includes('merchant')) return { scope: 'merchant', merchantId, clientId }
  if (merchantId === undefined && scopes.includes('operator')) return { scope: 'operator', clientId }
  throw new RequestError('forbidden', [{ property: 'scope', message: 'The access token has no scope.', params: [] }])
}
