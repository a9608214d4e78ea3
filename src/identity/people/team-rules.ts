import type { Role } from '../permissions.ts'

const OF_MERCHANTS = ['owner', 'admin', 'developer', 'finance', 'support', 'viewer'] as const

/** Roles of a merchant's team, the strongest first. */
export const MERCHANT_ROLES: readonly Role[] = OF_MERCHANTS

/**
 * The roles that somebody may give, take and act on: owners all of their merchant's, admins those below an owner.
 * Those who run the gateway give a merchant its owners and leave the rest to them.
 */
export function rolesInReachOf(granter: Role): readonly Role[] {
  if (granter === 'owner') return OF_MERCHANTS
  if (granter === 'admin') return OF_MERCHANTS.filter((role) => role !== 'owner')
  return granter === 'platform-admin' ? ['owner'] : []
}
