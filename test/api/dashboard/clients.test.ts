import { afterAll, beforeAll, expect, it } from 'vitest'
import { dashboardRoutes } from '#dashboard/index.ts'
import type { Role } from '#identity/permissions.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { fetchToken, type TestMerchant } from '#test/test-merchant.ts'
import { fieldOf, newVisitor, type Visitor } from '#test/visitor.ts'
import { tokenStatus } from '../identity/client-support.ts'

// API clients on the dashboard (docs/reference/clients.md#who-manages-clients).

let app: RunningGateway
let merchant: TestMerchant
let owner: Visitor
let developer: Visitor
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  owner = await newVisitor(app, 'owner', merchant.merchantId)
  developer = await newVisitor(app, 'developer', merchant.merchantId)
})
afterAll(() => app.close())

const PATH = '/dashboard/clients'
const boxes = (...permissions: string[]) => Object.fromEntries(permissions.map((one) => [`permissions.${one}`, 'yes']))

/** Creates a client by the form. @returns its page and its credentials */
async function create(visitor: Visitor, form: Record<string, string>) {
  const made = await visitor.post(PATH, { name: 'Plugin', ...form })
  expect(made.status).toBe(303)
  const page = made.headers.get('location')!.split('?')[0]!
  const shown = await visitor.get(made.headers.get('location')!)
  return { page, clientId: page.split('/').at(-1)!, clientSecret: fieldOf(shown, 'client-secret') }
}

it('a client is created with limits, and its secret is shown once with a button that copies it', async () => {
  const form = {
    ...boxes('payments.create', 'payments.read'),
    terminal_ids: merchant.terminalId,
    allowed_addresses: '127.0.0.1\n203.0.113.0/24',
    expires_at: '2099-01-31',
  }
  const made = await owner.post(PATH, { name: 'Shop plugin', ...form })
  const address = made.headers.get('location')!
  const shown = await owner.get(address)
  const secret = fieldOf(shown, 'client-secret')
  expect(secret).toMatch(/^\w{32}$/)
  expect(shown.text).toContain(`data-copy="${secret}"`)
  expect((await owner.get(address)).text).not.toContain(secret)
  const { body } = await merchant.call('GET', `/api/clients/${address.split('?')[0]!.split('/').at(-1)}`)
  expect(body).toMatchObject({
    name: 'Shop plugin',
    permissions: ['payments.read', 'payments.create'],
    terminal_ids: [merchant.terminalId],
    allowed_addresses: ['127.0.0.1', '203.0.113.0/24'],
    expires_at: '2099-02-01T00:00:00.000Z',
  })
  expect((await owner.get(PATH)).text).toContain('Shop plugin')
})

it('a form with errors comes again with what was entered, and creates nothing', async () => {
  const form = { name: '', allowed_addresses: '10.0.0.300', expires_at: '2001-01-01', ...boxes('money.read') }
  const { status, text } = await owner.post(PATH, form)
  expect(status).toBe(422)
  for (const field of ['name', 'allowed_addresses']) expect(text).toContain(`data-problem="${field}"`)
  expect(text).toContain('10.0.0.300')
  expect(text).toMatch(/name="permissions\.money\.read" value="yes" checked/)
  const late = await owner.post(PATH, { ...form, name: 'Late', allowed_addresses: '' })
  expect([late.status, late.text.includes('data-problem="expires_at"')]).toEqual([422, true])
})

it('a preset grants its permissions, with those that are ticked, and never more than the role has', async () => {
  const granted = async (visitor: Visitor, form: Record<string, string>) => {
    const { clientId } = await create(visitor, form)
    return (await merchant.call('GET', `/api/clients/${clientId}`)).body.permissions
  }
  expect(await granted(owner, { preset: 'refunds', ...boxes('money.read') })).toEqual([
    'payments.read',
    'payments.refund',
    'payments.void',
    'money.read',
  ])
  const everything: string[] = await granted(developer, { preset: 'everything' })
  expect([everything.includes('payments.create'), everything.includes('payments.refund')]).toEqual([true, false])
})

it('a secret is rotated beside the current one, and a client is disabled and activated', async () => {
  const first = await create(owner, boxes('payments.read'))
  const rotated = await owner.post(`${first.page}/rotate-secret`, { overlap_seconds: '3600' })
  const second = { ...first, clientSecret: fieldOf(await owner.get(rotated.headers.get('location')!), 'client-secret') }
  expect([await tokenStatus(app.baseUrl, first), await tokenStatus(app.baseUrl, second)]).toEqual([200, 200])
  expect((await owner.get(first.page)).text).toMatch(/data-field="previous-secret-until"><time/)
  const token = await fetchToken(app.baseUrl, second.clientId, second.clientSecret)
  const call = async () =>
    (await fetch(`${app.baseUrl}/api/transactions`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await call()).toBe(200)
  await owner.post(`${first.page}/disable`)
  expect([await call(), (await owner.get(first.page)).text.includes('>Disabled<')]).toEqual([401, true])
  await owner.post(`${first.page}/activate`)
  expect([await call(), await tokenStatus(app.baseUrl, second)]).toEqual([401, 200])
})

it('a user grants what the role allows, and manages no client that may do more', async () => {
  expect((await developer.get(PATH)).text).not.toContain('permissions.payments.refund')
  const beyond = await developer.post(PATH, { name: 'Refunds', ...boxes('payments.read', 'payments.refund') })
  expect(beyond.status).toBe(403)
  expect((await merchant.call('GET', '/api/clients?limit=100')).text).not.toContain('Refunds')

  const refunds = await create(owner, boxes('payments.refund'))
  const shown = await developer.get(refunds.page)
  expect([shown.status, shown.text.includes('data-state="beyond"'), shown.text.includes('rotate-secret')]).toEqual([
    200,
    true,
    false,
  ])
  for (const does of ['rotate-secret', 'disable', 'activate']) {
    expect((await developer.post(`${refunds.page}/${does}`)).status).toBe(403)
  }
  const first = `${PATH}/${merchant.clientId}`
  expect((await developer.post(`${first}/rotate-secret`)).status).toBe(403)
  expect(await tokenStatus(app.baseUrl, merchant)).toBe(200)
})

it.each(['developer', 'platform-admin'] as const)(
  'no form gives a %s the secret of the first client',
  async (role: Role) => {
    const own = await app.newMerchant()
    const visitor = await newVisitor(app, role, role === 'developer' ? own.merchantId : null)
    await visitor.post('/dashboard/choose', { merchant_id: own.merchantId })
    const keys = await visitor.get('/dashboard/keys')
    expect([keys.status, keys.text.includes('rotate-client-secret')]).toEqual([200, false])
    const secretOf = () => app.database.sql`
    select secret_hash, previous_secret_hash from clients where client_id = ${own.clientId}`
    const before = await secretOf()
    const leaving = ['/dashboard/choose', '/dashboard/sign-out']
    const forms = dashboardRoutes.filter(({ method, path }) => method === 'POST' && !leaving.includes(path))
    for (const { path } of forms) {
      const { status } = await visitor.post(path.replaceAll(/:\w+/g, own.clientId), { overlap_seconds: '0' })
      expect([path, status < 500]).toEqual([path, true])
      expect([path, await secretOf()]).toEqual([path, before])
    }
    expect((await visitor.post('/dashboard/keys/rotate-client-secret')).status).toBe(403)
  },
)

it.each(['2999-12-31', '9999-12-31', 'soon'])('a last day such as %s is refused at its field', async (day) => {
  const { status, text } = await owner.post(PATH, { name: 'Late', expires_at: day })
  expect([status, text.includes('data-problem="expires_at"')]).toEqual([422, true])
})

it('every form asks for a fresh proof of who is there', async () => {
  const { page } = await create(owner, boxes('payments.read'))
  await app.database
    .sql`update dashboard_sessions set proved_at = now() - interval '301 seconds' where person_id = ${owner.personId}`
  for (const path of [PATH, `${page}/rotate-secret`, `${page}/disable`, '/dashboard/keys/rotate-client-secret']) {
    const { status, headers } = await owner.post(path, { name: 'Later' })
    expect([path, status, headers.get('location')]).toEqual([path, 303, '/dashboard/step-up'])
  }
})
