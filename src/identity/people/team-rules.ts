import { grantFor, PERMISSIONS, type Role } from '../permissions.ts'

const OF_MERCHANTS = ['owner', 'admin', 'developer', 'finance', 'support', 'viewer'] as const

/** Roles of a merchant's team, strongest first. */
export const MERCHANT_ROLES: readonly Role[] = OF_MERCHANTS

/** Roles that a person may act on: owners all of their merchant's, admins those below, operators owners and viewers. */
export function rolesInReachOf(actor: Role): readonly Role[] {
  if (actor === 'owner') return OF_MERCHANTS
  if (actor === 'admin') return OF_MERCHANTS.filter((role) => role !== 'owner')
  return actor === 'platform-admin' ? ['owner', 'viewer'] : []
}

/**
 * Assignable roles: those in reach without permissions that the person lacks
 * (docs/decisions/0107-the-platform-gives-no-role-that-moves-money.md).
 */
export function rolesGivenBy(granter: Role): readonly Role[] {
  return rolesInReachOf(granter).filter((role) => PERMISSIONS.every((one) => holds(granter, one) || !holds(role, one)))
}

function holds(role: Role, permission: (typeof PERMISSIONS)[number]): boolean {
  return grantFor(role, permission) !== 'no'
}
