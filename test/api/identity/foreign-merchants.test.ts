import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedDemo } from '#app/supervisor/seed-demo.ts'
import { startupBanner } from '#app/supervisor/startup-banner.ts'
import { eventually } from '#test/eventually.ts'
import { openDashboardProvider, startForeignGateway } from '#test/external-idp-gateway.ts'

let provider: Awaited<ReturnType<typeof openDashboardProvider>>
let app: Awaited<ReturnType<typeof startForeignGateway>>
beforeAll(async () => {
  provider = await openDashboardProvider()
  app = await startForeignGateway(provider.url, { OPERATOR_CLIENT_IDS: 'ops' })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})

async function administer(method: string, path: string, body?: object) {
  const claims = { aud: app.baseUrl, sub: 'ops', azp: 'ops', realm_access: { roles: ['operator'] } }
  const authorization = `Bearer ${await provider.sign({ ...claims }, 'JWT')}`
  const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
  const sent = body && { body: JSON.stringify(body) }
  const answer = await fetch(`${app.baseUrl}${path}`, { method, headers, ...sent })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

it('a merchant gets no secret that nothing accepts', async () => {
  const created = await administer('POST', '/admin/merchants', { name: 'Shop' })
  expect([created.status, created.body.client_id, 'client_secret' in created.body]).toEqual([201, null, false])
  const path = `/admin/merchants/${created.body.merchant_id}/rotate-client-secret`
  const rotated = await administer('POST', path)
  expect([rotated.status, JSON.stringify(rotated.body)]).toEqual([422, expect.stringContaining('AUTH_URL')])
})

it('a client that is an operator is no merchant, and is refused where it is listed for one', async () => {
  const body = { external_client_ids: ['shop-backend', 'ops'] }
  const changed = await administer('PATCH', `/admin/merchants/${app.merchantId}`, body)
  expect(changed).toMatchObject({
    status: 422,
    body: { errors: [{ property: 'external_client_ids.1', message: expect.stringContaining('OPERATOR_CLIENT_IDS') }] },
  })
  const { body: merchant } = await administer('GET', `/admin/merchants/${app.merchantId}`)
  expect(merchant.external_client_ids).toEqual([])
})

it('the demo has no credentials while another provider issues the tokens, and new ones afterwards', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tollgate-demo-'))
  const config = { ...app.config, dataDir }
  const seeded = async (isBuiltInSignIn: boolean) => {
    const gateway = { ...app.gateway, settings: { ...app.gateway.settings, isBuiltInSignIn } }
    await seedDemo(gateway, { ...config, isBuiltInSignIn })
    return JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  }
  const foreign = await seeded(false)
  const none = { client_id: null, client_secret: null, email: null, password: null }
  expect([foreign.operator, foreign.merchant]).toEqual([none, expect.objectContaining(none)])
  const some = {
    client_id: expect.any(String),
    client_secret: expect.any(String),
    email: expect.any(String),
    password: expect.any(String),
  }
  const own = await seeded(true)
  expect(own.merchant).toEqual({ ...foreign.merchant, ...some })
  expect(own.operator).toEqual(some)
  expect(await seeded(true)).toEqual(own)
  await rm(dataDir, { recursive: true })
})

it('a client that its merchant lists no longer at the same moment gets no limits', async () => {
  const { body: created } = await administer('POST', '/admin/merchants', {
    name: 'Late',
    external_client_ids: ['late'],
  })
  const [path, { sql }] = [`/admin/merchants/${created.merchant_id}/clients`, app.gateway]
  const terms = { name: 'Plugin', permissions: ['payments.read'], external_client_id: 'late' }
  const { answer } = await sql.begin(async (tx) => {
    await tx`update merchants set external_client_ids = '{}' where merchant_id = ${created.merchant_id as string}`
    const posted = administer('POST', path, terms)
    await eventually('the creation waits', 30, async () => {
      const waiting = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length > 0
    })
    return { answer: posted }
  })
  expect((await answer).status).toBe(422)
  const { items } = (await administer('GET', path)).body
  expect(items).toEqual([])
})

it('the greeting names the provider and tries nothing with credentials that it lacks', () => {
  const greeting = startupBanner(app.config)
  expect(greeting).toContain(`${provider.url}/realms/uat`)
  expect(greeting).not.toMatch(/Try it|client_secret|Demo shop/)
})

it('a listed client keeps everything until it is narrowed, and then has its limits on every call', async () => {
  const { body: created } = await administer('POST', '/admin/merchants', { name: 'Narrow' })
  const merchantPath = `/admin/merchants/${created.merchant_id}`
  const clients = `${merchantPath}/clients`
  const terms = { name: 'Plugin', permissions: ['payments.read'], external_client_id: 'narrow-plugin' }
  const early = await administer('POST', clients, terms)
  expect([early.status, JSON.stringify(early.body)]).toEqual([422, expect.stringContaining('external_client_id')])
  await administer('PATCH', merchantPath, { external_client_ids: ['narrow-plugin'] })

  const claims = { aud: app.baseUrl, sub: 'narrow-plugin', azp: 'narrow-plugin', realm_access: { roles: ['merchant'] } }
  let headers = { authorization: `Bearer ${await provider.sign({ ...claims }, 'JWT')}` }
  const statuses = () =>
    Promise.all(
      ['/api/transactions', '/api/balances'].map(async (path) => (await fetch(app.baseUrl + path, { headers })).status),
    )
  expect(await statuses()).toEqual([200, 200])

  const made = await administer('POST', clients, terms)
  expect([made.status, made.body.client_id, 'client_secret' in made.body]).toEqual([201, 'narrow-plugin', false])
  expect(await statuses()).toEqual([200, 403])
  expect((await administer('POST', clients, terms)).status).toBe(422)
  expect((await administer('POST', `${clients}/narrow-plugin/rotate-secret`)).status).toBe(422)

  await administer('PATCH', `${clients}/narrow-plugin`, { allowed_addresses: ['203.0.113.7'] })
  expect(await statuses()).toEqual([401, 401])
  await administer('PATCH', `${clients}/narrow-plugin`, { allowed_addresses: null, status: 'DISABLED' })
  expect(await statuses()).toEqual([401, 401])
  await administer('PATCH', `${clients}/narrow-plugin`, { status: 'ACTIVE', permissions: ['money.read'] })
  expect(await statuses()).toEqual([401, 401])
  await eventually('a later token is accepted', 30, async () => {
    headers = { authorization: `Bearer ${await provider.sign({ ...claims }, 'JWT')}` }
    return (await statuses()).join() === '403,200'
  })
  expect((await administer('GET', `${clients}/narrow-plugin`)).body.last_used_address).toBe('127.0.0.1')

  // Another merchant lists the client; the limits were the first one's.
  await administer('PATCH', merchantPath, { external_client_ids: [] })
  const { body: next } = await administer('POST', '/admin/merchants', {
    name: 'Next',
    external_client_ids: ['narrow-plugin'],
  })
  expect(await statuses()).toEqual([200, 200])
  expect((await administer('POST', `/admin/merchants/${next.merchant_id}/clients`, terms)).status).toBe(201)
  expect(await statuses()).toEqual([200, 403])
})
