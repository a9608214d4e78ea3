import type { JWTPayload } from 'jose'
import type { Clock } from '#domain/clock.ts'
import type { Sql } from '#store/connection/database.ts'
import { findMerchantIdsOfExternalClient } from '#store/merchants/clients.ts'
import { badToken } from './bearer-token.ts'
import type { Caller } from './caller.ts'
import { checkToken } from './check-token.ts'
import type { ForeignKeys } from './foreign-keys.ts'
import type { Realm } from './realm.ts'
import type { TokenIssuer } from './token-issuer.ts'

/** Asymmetric only: a shared secret with the issuer does not exist. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']

/**
 * A Keycloak or the like (docs/reference/identity.md#foreign-issuers). It says which of its clients asks; which
 * merchant that is, we say. The merchant is looked up on every request: removing an external client id holds at once,
 * on every process.
 */
export function createForeignIssuer(
  realm: Realm,
  keys: ForeignKeys,
  { sql, clock, operatorClientIds }: { sql: Sql; clock: Clock; operatorClientIds: readonly string[] },
): TokenIssuer {
  const rules = { issuer: realm.issuer, algorithms: ALGORITHMS, types: ['at+jwt', 'jwt'] }
  return {
    check: async (token) => refuseOthersThanAccessTokens(await checkToken(token, keys.find, rules, clock)),
    callerOf: async (claims) => findCaller(sql, operatorClientIds, String(claims.azp ?? claims.client_id ?? '')),
  }
}

/** Keycloak says `JWT` for access and ID tokens alike and tells them apart by a claim `typ`. */
function refuseOthersThanAccessTokens(claims: JWTPayload): JWTPayload {
  if (claims.typ !== undefined && claims.typ !== 'Bearer') throw badToken()
  return claims
}

/** A client id given to two merchants by mistake speaks for neither. */
async function findCaller(sql: Sql, operatorClientIds: readonly string[], clientId: string): Promise<Caller> {
  if (operatorClientIds.includes(clientId)) return { scope: 'operator', clientId }
  const [merchantId, ...others] = await findMerchantIdsOfExternalClient(sql, clientId)
  if (merchantId === undefined || others.length > 0) throw badToken()
  return { scope: 'merchant', merchantId, clientId }
}
