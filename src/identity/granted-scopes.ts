import type { JWTPayload } from 'jose'

/** Scopes and roles: in the realm, audience or client (Keycloak), or in `roles` (RFC 9068 section 2.2.3.1), of our API only. */
export function grantedScopes(claims: JWTPayload, audience: string, clientId: string): readonly string[] {
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
