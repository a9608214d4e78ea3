import { afterAll, beforeAll, expect, it } from 'vitest'
import { dashboardRoutes, signInRoutesOf } from '#dashboard/index.ts'
import type { SignInService } from '#identity/index.ts'
import { grantFor, PERMISSIONS, ROLES, type Role } from '#identity/permissions.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'

let app: RunningGateway
const visitors = new Map<Role, Visitor>()
beforeAll(async () => {
  app = await useGateway()
  for (const role of ROLES) {
    const merchantId = role.startsWith('platform') ? null : app.merchant.merchantId
    visitors.set(role, await newVisitor(app, role, merchantId))
  }
})
afterAll(() => app.close())

/** Paths without a session: the sign-in itself. */
const OPEN = /^\/dashboard\/(?:callback$|sign-in\b|invitation\b|new-password\b)/

/** Empty, because only the definitions of its routes are used. */
const SIGN_IN = { client: {}, interactions: {} } as unknown as SignInService

const guarded = [...dashboardRoutes, ...signInRoutesOf(SIGN_IN)].filter(({ path }) => !OPEN.test(path))

it('every route of the dashboard names what a person must be allowed to do', () => {
  const careless = guarded.filter(({ guard, permission }) => guard !== 'person' || !isKnown(permission))
  expect(careless.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

function isKnown(permission: string | undefined): boolean {
  return permission === 'own' || PERMISSIONS.some((known) => known === permission)
}

/** The one who may most of a merchant's, and one of the platform's; the other roles are read off the same table. */
const IN_EVERY_RUN: readonly string[] = ['owner', 'platform-support']

for (const role of ROLES) {
  const tags = IN_EVERY_RUN.includes(role) ? [] : ['full']
  it(`as ${role} the direct address and the direct form are refused where the table says no, and only there`, {
    tags,
  }, async () => {
    const visitor = visitors.get(role)!
    const wrong: string[] = []
    for (const { method, path, permission } of guarded) {
      if (path === '/dashboard/sign-out') continue
      const address = path.replaceAll(/:\w+/g, 'nothing')
      const { status, text } = method === 'GET' ? await visitor.get(address) : await visitor.post(address)
      const isForbidden = permission !== 'own' && grantFor(role, permission!) === 'no'
      const isRefused = status === 403 && text.includes('data-state="forbidden"')
      if (isRefused !== isForbidden) wrong.push(`${method} ${path}: ${status}`)
    }
    expect(wrong).toEqual([])
  })
}

it('an address without a page gets one that says so, and only below the dashboard', async () => {
  const visitor = visitors.get('viewer')!
  for (const path of ['/dashboard/nothing-here', '/dashboard/team/invite']) {
    const { status, text } = await visitor.get(path)
    expect([path, status, text.includes('data-state="unknown"')]).toEqual([path, 404, true])
    expect(text).toContain('aria-label="Menu"')
    const stranger = await fetch(app.baseUrl + path)
    expect([stranger.status, (await stranger.text()).includes('aria-label="Menu"')]).toEqual([404, false])
  }
  const elsewhere = await visitor.get('/dashboards')
  expect([elsewhere.status, elsewhere.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
})
