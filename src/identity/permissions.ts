export const ROLES = [
  'owner',
  'admin',
  'developer',
  'finance',
  'support',
  'viewer',
  'platform-admin',
  'platform-support',
] as const

export type Role = (typeof ROLES)[number]

/** Permission of a role: immediately, after a re-authentication (step-up), or not at all. */
export type Grant = 'yes' | 'step-up' | 'no'

type Grants = Partial<Record<Role, Grant>>

/** Roles that need no further proof. */
const free = (...roles: readonly Role[]): Grants => Object.fromEntries(roles.map((role) => [role, 'yes']))

/** Roles that re-authenticate first. */
const stepUp = (...roles: readonly Role[]): Grants => Object.fromEntries(roles.map((role) => [role, 'step-up']))

/** Every route of the dashboard and of the merchant's API names one of these permissions; all others read this table alone. */
const TABLE = {
  'payments.read': free(...ROLES),
  'payments.read-customer': free('owner', 'admin', 'finance', 'support', 'platform-admin'),
  'payments.export': stepUp('owner', 'admin', 'finance', 'platform-admin'),
  'payments.refund': stepUp('owner', 'admin', 'finance', 'support'),
  'payments.void': stepUp('owner', 'admin', 'finance', 'support'),
  'payments.capture': free('owner', 'admin', 'finance', 'support'),
  'payments.create': stepUp('owner', 'admin', 'developer'),
  'sessions.create': stepUp('owner', 'admin', 'developer'),
  'payouts.create': stepUp('owner', 'admin'),
  'links.read': free(...ROLES),
  'links.manage': free('owner', 'admin', 'finance', 'support'),
  'money.read': free('owner', 'admin', 'finance', 'platform-admin'),
  'analytics.read': free(...ROLES),
  'rules.read': free('owner', 'admin', 'developer', 'finance', 'support', 'platform-admin', 'platform-support'),
  'rules.manage': stepUp('owner', 'admin', 'platform-admin'),
  'customers.read': free('owner', 'admin', 'finance', 'support'),
  'customers.manage': stepUp('owner', 'admin'),
  'customers.erase': stepUp('owner', 'admin'),
  'customers.export': stepUp('owner', 'admin', 'finance'),
  'agreements.read': free('owner', 'admin', 'finance', 'support'),
  'agreements.manage': stepUp('owner', 'admin', 'support'),
  'lists.manage': free('owner', 'admin', 'finance', 'support'),
  'reviews.decide': free('owner', 'admin', 'finance', 'support'),
  'disputes.read': free(...ROLES),
  'disputes.manage': stepUp('owner', 'admin', 'finance', 'support'),
  'webhooks.read': free('owner', 'admin', 'developer', 'support', 'platform-admin', 'platform-support'),
  'webhooks.manage': stepUp('owner', 'admin', 'developer'),
  'events.resend': free('owner', 'admin', 'developer', 'support', 'platform-admin', 'platform-support'),
  'terminals.read': free(...ROLES),
  'terminals.origins': stepUp('owner', 'admin', 'developer', 'platform-admin'),
  'terminals.manage': stepUp('platform-admin'),
  'providers.manage': stepUp('platform-admin'),
  'providers.read': free('owner', 'admin', 'developer', 'finance', 'support', 'platform-admin', 'platform-support'),
  'keys.read': free('owner', 'admin', 'developer', 'platform-admin'),
  'keys.rotate': stepUp('owner', 'admin', 'developer', 'platform-admin'),
  'requests.read': free('owner', 'admin', 'developer', 'platform-admin', 'platform-support'),
  'team.read': free('owner', 'admin', 'developer', 'finance', 'support', 'platform-admin'),
  'team.manage': stepUp('owner', 'admin', 'platform-admin'),
  'settings.manage': stepUp('owner', 'admin', 'platform-admin'),
  'audit.read': free('owner', 'admin', 'finance', 'platform-admin'),
  'merchants.manage': stepUp('platform-admin'),
  'platform.read': free('platform-admin', 'platform-support'),
} as const satisfies Readonly<Record<string, Grants>>

export type Permission = keyof typeof TABLE

export const PERMISSIONS = Object.keys(TABLE) as readonly Permission[]

/** Permissions that an API client can have: all of a merchant's owner (docs/reference/clients.md#permissions). */
export const CLIENT_PERMISSIONS = PERMISSIONS.filter((permission) => grantFor('owner', permission) !== 'no')

/** Reads the table; `no` for all that it does not name. */
export function grantFor(role: Role, permission: Permission): Grant {
  return (TABLE as Readonly<Record<string, Grants>>)[permission]?.[role] ?? 'no'
}
