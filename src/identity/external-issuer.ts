import type { JWTPayload } from 'jose'
import type { Clock } from '#domain/clock.ts'
import { RequestError } from '#domain/problem.ts'
import type { Sql } from '#store/connection/database.ts'
import { type ExternalClient, findExternalClients } from '#store/merchants/clients.ts'
import { RefusedToken } from './bearer-token.ts'
import type { Caller } from './caller.ts'
import { checkToken } from './check-token.ts'
import { noteUse, TOKEN_FROM_BEFORE, useProblem } from './client-use.ts'
import { ALGORITHMS, type ExternalKeySet } from './external-keys.ts'
import type { Realm } from './realm.ts'
import { serviceOf } from './service-identity.ts'
import type { TokenIssuer } from './token-issuer.ts'

/**
 * Authenticates external clients (docs/reference/identity.md#external-identity-providers). The merchant is looked up on
 * every request, so that removing a client applies immediately.
 */
export function createExternalIssuer(
  realm: Realm,
  keys: ExternalKeySet,
  { sql, clock, operatorClientIds }: { sql: Sql; clock: Clock; operatorClientIds: readonly string[] },
): TokenIssuer {
  const { issuer, audience } = realm
  const rules = { issuer, audience, algorithms: ALGORITHMS, types: ['at+jwt', 'jwt'] }
  const check = async (token: string) => {
    const claims = await checkToken(token, keys.find, rules, clock)
    serviceOf(claims)
    return claims
  }
  const callerOf = async (claims: JWTPayload, address: string) => {
    const clientId = serviceOf(claims)
    const known = await findCallers(sql, operatorClientIds, clientId, { address, issuedAt: claims.iat ?? 0 })
    if (known.length === 0) throw new RefusedToken('client', { client: clientId })
    const granted = grantedScopes(claims, audience, clientId)
    return known.find(({ scope }) => granted.includes(scope)) ?? refuseWithoutScope(known)
  }
  return { check, callerOf }
}

/** Callers of a client. One that two merchants list by mistake acts for neither. */
async function findCallers(
  sql: Sql,
  operatorClientIds: readonly string[],
  clientId: string,
  use: TokenUse,
): Promise<Caller[]> {
  const [found, ...others] = await findExternalClients(sql, clientId)
  const merchant = found && others.length === 0 ? await merchantCaller(sql, found, clientId, use) : undefined
  return [
    ...(operatorClientIds.includes(clientId) ? [{ scope: 'operator', clientId } as const] : []),
    ...(merchant ? [merchant] : []),
  ]
}

interface TokenUse {
  readonly address: string
  /** Whole seconds since 1970. */
  readonly issuedAt: number
}

/** @throws RefusedToken if the merchant limited this client, and it may not be used now or from this address */
async function merchantCaller(
  sql: Sql,
  { merchantId, client }: ExternalClient,
  clientId: string,
  { address, issuedAt }: TokenUse,
): Promise<Caller> {
  if (!client?.limits) return { scope: 'merchant', merchantId, clientId }
  const isEarlier = client.disabledAt !== null && issuedAt * 1000 <= client.disabledAt.getTime()
  const problem = isEarlier ? TOKEN_FROM_BEFORE : useProblem(client, address)
  if (problem !== undefined) throw new RefusedToken('client', { client: clientId }, problem)
  await noteUse(sql, client, address)
  return { scope: 'merchant', merchantId, clientId, limits: client.limits }
}

function refuseWithoutScope(known: readonly Caller[]): never {
  const needed = known.map(({ scope }) => scope)
  const message = `The access token needs the scope or the role ${needed.join(' or ')}.`
  throw new RequestError('forbidden', [{ property: 'scope', message, params: needed }])
}

/** Scopes and roles: in the realm, audience or client (Keycloak), or in `roles` (RFC 9068 section 2.2.3.1), of our API only. */
function grantedScopes(claims: JWTPayload, audience: string, clientId: string): readonly string[] {
  const { scope, roles, realm_access: realm, resource_access: resources } = claims
  return [
    ...(typeof scope === 'string' ? scope.split(' ') : []),
    ...textsIn(roles),
    ...textsIn(fieldOf(realm, 'roles')),
    ...[audience, clientId].flatMap((resource) => textsIn(fieldOf(fieldOf(resources, resource), 'roles'))),
  ]
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
