import { createLocalJWKSet, type JWTPayload } from 'jose'
import type { Clock } from '#domain/clock.ts'
import { RequestError } from '#domain/problem.ts'
import type { Sql } from '#store/connection/database.ts'
import { findClient } from '#store/merchants/clients.ts'
import { RefusedToken } from './bearer-token.ts'
import type { Caller } from './caller.ts'
import { checkToken } from './check-token.ts'
import { noteUse, TOKEN_FROM_BEFORE, useProblem } from './client-use.ts'
import type { Realm } from './realm.ts'
import type { SigningKey } from './signing-key.ts'
import type { TokenIssuer } from './token-issuer.ts'

/** Verifies tokens with the key in memory. Only a narrow client is looked up, so that its changes apply immediately. */
export function createBuiltInIssuer(
  realm: Realm,
  key: SigningKey,
  { clock, sql }: { readonly clock: Clock; readonly sql: Sql },
): TokenIssuer {
  const keys = createLocalJWKSet({ keys: [key.publicJwk] })
  const rules = { issuer: realm.issuer, audience: realm.audience, types: ['at+jwt'], algorithms: ['RS256'] }
  return {
    check: (token) => checkToken(token, keys, rules, clock),
    callerOf: async (claims, address) => {
      const isNarrow = claims.limited === true && scopesOf(claims).includes('merchant')
      return isNarrow ? narrowCaller(sql, claims, address) : toCaller(claims)
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
