import { createLocalJWKSet, type JWK, type JWTPayload } from 'jose'
import type { Clock } from '#domain/clock.ts'
import { RequestError } from '#domain/problem.ts'
import type { Sql } from '#store/connection/database.ts'
import { findClient } from '#store/merchants/clients.ts'
import { RefusedToken } from './bearer-token.ts'
import type { Caller } from './caller.ts'
import { checkToken } from './check-token.ts'
import { noteUse, TOKEN_FROM_BEFORE, useProblem } from './client-use.ts'
import { acceptsFrom, earlierIssuerOf, type MovedMerchants } from './moved-merchants.ts'
import type { Realm } from './realm.ts'
import type { SigningKey } from './signing-key.ts'
import type { TokenIssuer } from './token-issuer.ts'

/**
 * Verifies tokens with the key in memory; those of a moved merchant with keys of the group that it came from. Only a
 * narrow client is looked up, so that its changes apply immediately.
 */
export function createBuiltInIssuer(
  realm: Realm,
  key: SigningKey,
  { clock, sql, moves }: { readonly clock: Clock; readonly sql: Sql; readonly moves: MovedMerchants },
): TokenIssuer {
  const ownKeys = createLocalJWKSet({ keys: [key.publicJwk] })
  const rules = { types: ['at+jwt'], algorithms: ['RS256'] }
  return {
    check: async (token) => {
      const earlier = earlierIssuerOf(moves, token, clock.now())
      const { issuer, audience } = earlier ?? realm
      const keys = earlier ? createLocalJWKSet({ keys: earlier.keys as JWK[] }) : ownKeys
      return checkToken(token, keys, { ...rules, issuer, audience }, clock)
    },
    callerOf: async (claims, address) => {
      const isNarrow = claims.limited === true && scopesOf(claims).includes('merchant')
      const caller = isNarrow ? await narrowCaller(sql, claims, address) : toCaller(claims)
      const isOurs = claims.iss === realm.issuer
      const merchantId = caller.scope === 'merchant' ? caller.merchantId : ''
      if (isOurs || acceptsFrom(moves, claims.iss, merchantId, clock.now())) return caller
      throw new RefusedToken('issuer', { iss: claims.iss })
    },
  }
}

function toCaller(claims: JWTPayload): Caller {
  const scopes = scopesOf(claims)
  const clientId = String(claims.client_id)
  const merchantId = claims.merchant_id
  if (typeof merchantId === 'string' && scopes.includes('merchant')) return { scope: 'merchant', merchantId, clientId }
  if (merchantId === undefined && scopes.includes('operator')) return { scope: 'operator', clientId }
  throw new RequestError('forbidden', [{ property: 'scope', message: 'The access token has no scope.', params: [] }])
}

function scopesOf({ scope }: JWTPayload): readonly string[] {
  return String(scope ?? '').split(' ')
}

async function narrowCaller(sql: Sql, claims: JWTPayload, address: string): Promise<Caller> {
  const clientId = String(claims.client_id)
  const client = await findClient(sql, clientId)
  if (!client?.merchantId || !client.limits) throw new RefusedToken('client', { client: clientId })
  const isEarlier = claims.disabled_at !== client.disabledAt?.getTime()
  const problem = isEarlier ? TOKEN_FROM_BEFORE : useProblem(client, address)
  if (problem !== undefined) throw new RefusedToken('client', { client: clientId }, problem)
  await noteUse(sql, client, address)
  return { scope: 'merchant', merchantId: client.merchantId, clientId, limits: client.limits }
}
