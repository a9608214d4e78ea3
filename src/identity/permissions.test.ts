import { expect, it } from 'vitest'
import { may } from './caller.ts'
import { MERCHANT_ROLES, rolesGivenBy } from './people/team-rules.ts'
import { grantFor, PERMISSIONS, ROLES, type Role } from './permissions.ts'

const permissionsOf = (role: Role) => PERMISSIONS.filter((permission) => may({ role }, permission))

it('eight roles, 42 permissions, and every pair is decided', () => {
  expect([ROLES.length, PERMISSIONS.length]).toEqual([8, 42])
  const grants = ROLES.flatMap((role) => PERMISSIONS.map((permission) => grantFor(role, permission)))
  expect(new Set(grants)).toEqual(new Set(['yes', 'step-up', 'no']))
})

it('nothing is allowed by default', () => {
  expect(grantFor('owner', 'no-such-permission' as never)).toBe('no')
  expect(grantFor('no-such-role' as never, 'payments.read')).toBe('no')
})

it('people of the platform move no money of a merchant', () => {
  const moves = ['payments.refund', 'payments.void', 'payments.capture', 'payments.create', 'payouts.create'] as const
  for (const role of ['platform-admin', 'platform-support'] as const) {
    expect(moves.map((permission) => grantFor(role, permission))).toEqual(moves.map(() => 'no'))
  }
})

it('each role gives roles that may nothing which it may not', () => {
  const given = ROLES.map((role) => [role, rolesGivenBy(role)])
  expect(Object.fromEntries(given)).toMatchObject({
    owner: MERCHANT_ROLES,
    admin: MERCHANT_ROLES.slice(1),
    finance: [],
    'platform-admin': ['viewer'],
    'platform-support': [],
  })
})

it("provider accounts and terminals' routing belong to the platform", () => {
  const ROUTING = ['terminals.manage', 'providers.manage', 'merchants.manage'] as const
  for (const permission of ROUTING) {
    expect(
      ROLES.filter((role) => may({ role }, permission)),
      permission,
    ).toEqual(['platform-admin'])
  }
})

it('refunds and secrets require every role to re-authenticate', () => {
  const PROVED = ['payments.refund', 'payments.void', 'payments.export', 'keys.rotate', 'team.manage'] as const
  const loose = PROVED.filter((permission) => ROLES.some((role) => grantFor(role, permission) === 'yes'))
  expect(loose).toEqual([])
})

it('a viewer sees payments without their people, and links, disputes, terminals and rates', () => {
  expect(permissionsOf('viewer')).toEqual([
    'payments.read',
    'links.read',
    'analytics.read',
    'disputes.read',
    'terminals.read',
  ])
})
