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

const GRANTS: Readonly<Record<string, Grant>> = { y: 'yes', s: 'step-up', '-': 'no' }

/**
 * One letter per role, in the order of `ROLES`: y: yes, s: step-up. Routes, menu, buttons, tests and
 * docs/operate/dashboard-roles.md read this table alone.
 */
const TABLE = {
  'payments.read': 'yyyyyyyy',
  'payments.read-customer': 'yy-yy-y-',
  'payments.export': 'ss-s--s-',
  'payments.refund': 'ss-ss---',
  'payments.void': 'ss-ss---',
  'payments.capture': 'yy-yy---',
  'payments.create': 'sss-----',
  'sessions.create': 'sss-----',
  'payouts.create': 'ss------',
  'links.read': 'yyyyyyyy',
  'links.manage': 'yy-yy---',
  'money.read': 'yy-y--y-',
  'analytics.read': 'yyyyyyyy',
  'rules.read': 'yyyyy-yy',
  'rules.manage': 'ss----s-',
  'customers.read': 'yy-yy---',
  'customers.manage': 'ss------',
  'customers.erase': 'ss------',
  'customers.export': 'ss-s----',
  'agreements.read': 'yy-yy---',
  'agreements.manage': 'ss--s---',
  'lists.manage': 'yy-yy---',
  'reviews.decide': 'yy-yy---',
  'disputes.read': 'yyyyyyyy',
  'disputes.manage': 'ss-ss---',
  'webhooks.read': 'yyy-y-yy',
  'webhooks.manage': 'sss-----',
  'events.resend': 'yyy-y-yy',
  'terminals.read': 'yyyyyyyy',
  'terminals.origins': 'sss---s-',
  'terminals.manage': '------s-',
  'providers.manage': '------s-',
  'providers.read': 'yyyyy-yy',
  'keys.read': 'yyy---y-',
  'keys.rotate': 'sss---s-',
  'requests.read': 'yyy---yy',
  'team.read': 'yyyyy-y-',
  'team.manage': 'ss----s-',
  'settings.manage': 'ss----s-',
  'audit.read': 'yy-y--y-',
  'merchants.manage': '------s-',
  'platform.read': '------yy',
} as const satisfies Readonly<Record<string, string>>

export type Permission = keyof typeof TABLE

export const PERMISSIONS = Object.keys(TABLE) as readonly Permission[]

/** Permissions that an API client can have: all of a merchant's owner (docs/reference/clients.md#permissions). */
export const CLIENT_PERMISSIONS = PERMISSIONS.filter((permission) => grantFor('owner', permission) !== 'no')

export function grantFor(role: Role, permission: Permission): Grant {
  return GRANTS[(TABLE as Readonly<Record<string, string>>)[permission]?.[ROLES.indexOf(role)] ?? '-'] ?? 'no'
}

/** True if this caller sees a button or menu entry. */
export function may({ role }: { readonly role: Role }, permission: Permission): boolean {
  return grantFor(role, permission) !== 'no'
}
