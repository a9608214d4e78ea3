import type { Role } from '#identity/permissions.ts'

/** Purpose of a role, shown where it is chosen (docs/dashboard/roles.md). */
export const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'Everything, including other owners and the support limit.',
  admin: 'Money, team below owners, keys and settings.',
  developer: 'Webhooks, keys, origins and requests. Sees no customer details.',
  finance: 'Refunds, captures and voids, exports, balances and the audit log.',
  support: 'Sees customers and resends events. Refunds up to the support limit.',
  viewer: 'Sees payments and analytics, without customer details.',
  'platform-admin': 'Manages merchants, provider accounts and the gateway.',
  'platform-support': 'Reads merchants and the gateway, and changes nothing.',
}
