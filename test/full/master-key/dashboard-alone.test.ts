// @module-tag full
import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openVault } from '#app/open-vault.ts'
import { Secret } from '#domain/secret.ts'
import { contextOfCredential } from '#flows/provider-calls/credentials.ts'
import { failToStart, type GatewayProcess, type Home, makeHome, startGateway } from '#test/gateway.ts'
import { isoSettings } from '#test/iso8583-sandbox/merchant.ts'
import { inputOf } from '#test/page-reader.ts'
import { freePort } from '#test/ports.ts'
import { keysInMemory, processTree } from '#test/process-memory.ts'
import { connectMerchant, NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { browserOf, fieldOf, follow, signIn } from '#test/visitor.ts'
import { derivedKey } from '#vault/held-keys.ts'
import { tollgate } from '../../api/cli/tollgate.ts'

// A dashboard in processes of its own, next to an API and a worker on the same database
// (docs/operate/keys.md#a-dashboard-without-the-card-key).

const master = randomBytes(32)
const cards = derivedKey(new Secret(master), 'cards').reveal()
const secrets = derivedKey(new Secret(master), 'secrets').reveal()
const STRIPE_KEY = 'sk_test_51LarkspurCoffee'
/** Hundreds of megabytes a process, on a machine that other tests use too. */
const SEARCH_MS = 300_000
const ELSEWHERE = 'holds no card key'

let home: Home
let env: Record<string, string>
let api: GatewayProcess
let dashboard: GatewayProcess
let merchant: TestMerchant
beforeAll(async () => {
  const [own, there] = await Promise.all([makeHome(), freePort()])
  home = own
  const shared = {
    BASE_URL: `http://127.0.0.1:${home.env.PORT}`,
    DASHBOARD_URL: `http://localhost:${there}`,
  }
  api = await startGateway(home, { ...shared, MASTER_KEY: master.toString('base64') })
  const derived = await tollgate({ ...home.env, MASTER_KEY: master.toString('base64') }, 'keys', 'derive', '--json')
  env = { ...shared, ...JSON.parse(derived.out), PROCESSES: 'dashboard', PORT: String(there) }
  dashboard = await startGateway(home, env)
  const { merchant: demo } = api.demo
  merchant = await connectMerchant(shared.BASE_URL, {
    merchantId: demo.merchant_id,
    terminalId: demo.terminal_id,
    publicKey: demo.public_key,
    clientId: demo.client_id!,
    clientSecret: demo.client_secret!,
  })
}, 120_000)
afterAll(async () => {
  await dashboard?.stop()
  await api?.stop()
  await home?.remove()
}, 60_000)

async function signedIn({ email, password }: { readonly email: string | null; readonly password: string | null }) {
  const browser = browserOf(env.DASHBOARD_URL!, '')
  expect(await signIn(browser, email!, password!)).toMatchObject({ status: 200, path: '/dashboard' })
  return browser
}

/** An operator who has chosen the merchant. */
async function operator() {
  const browser = await signedIn(api.demo.operator)
  await browser.post('/dashboard/choose', { merchant_id: merchant.merchantId })
  return browser
}

const paid = async () => (await merchant.authorize({ metadata: NOT_ENROLLED, amount: 5000 })).body.result.id as string

/** As an operator; @returns the new account's ID */
async function newAccount(provider: string, settings: object, credentials: object): Promise<string> {
  const { operator: client, base_url: url, realm } = api.demo
  const login = { grant_type: 'client_credentials', client_id: client.client_id!, client_secret: client.client_secret! }
  const token = await fetch(`${url}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(login),
  })
  const { access_token: bearer } = (await token.json()) as { access_token: string }
  const answer = await fetch(`${url}/admin/merchants/${merchant.merchantId}/provider-accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ provider, name: 'Before', settings, credentials }),
  })
  return ((await answer.json()) as { provider_account_id: string }).provider_account_id
}

describe('a dashboard with the secrets key alone', () => {
  it('signs people in, shows payments and refunds one', async () => {
    const id = await paid()
    const owner = await signedIn(api.demo.merchant)
    expect((await owner.get('/dashboard/transactions')).text).toContain(id)
    const path = `/dashboard/transactions/${id}/refund`
    const form = await follow(owner, await owner.get(path))
    const sent = await owner.post(path, { key: inputOf(form.text, 'key')!, amount: '12.34', reason: 'torn' })
    expect(fieldOf(await follow(owner, sent), 'refundable')).toBe('€37.66')
    expect((await merchant.status(id)).transaction.refunded_amount).toBe(1234n)
  })

  it('replaces a credential of a provider account, and the API opens both', async () => {
    const id = await newAccount('stripe', {}, { secret_key: `${STRIPE_KEY}Before` })
    const admin = await operator()
    const changed = { name: 'After', settings: '{}', 'credentials.secret_key': `${STRIPE_KEY}After` }
    expect((await admin.post(`/dashboard/providers/${id}`, changed)).status).toBe(303)
    const page = await admin.get(`/dashboard/providers/${id}`)
    expect([page.status, page.text.includes('After')]).toEqual([200, true])
    const vault = await openVault(home.sql, { masterKey: new Secret(master) })
    const [row] = await home.sql<{ current: Buffer; previous: Buffer }[]>`
      select sealed_value as current, sealed_previous as previous from provider_credentials
      where provider_account_id = ${id}`
    const opened = [row!.current, row!.previous].map((sealed) =>
      vault.open(sealed, contextOfCredential(id, 'secret_key')),
    )
    expect(opened.map(String)).toEqual([`${STRIPE_KEY}After`, `${STRIPE_KEY}Before`])
  })

  it('shows the month of expiry of a stored card, and leaves its changes to the API', async () => {
    const { id } = (await merchant.call('POST', '/api/customers', { body: { email: 'ana@shop.example' } })).body
    const customer = { id, first_name: 'Ana', last_name: 'Pop', email: 'ana@shop.example' }
    const tokenization = { save_card_for_future_payments: true }
    await merchant.authorize({ metadata: NOT_ENROLLED, customer, tokenization })
    const [stored] = (await merchant.call('GET', `/api/customers/${id}/payment-methods`)).body.items
    const owner = await signedIn(api.demo.merchant)
    const month = `${String(stored.expiration_month).padStart(2, '0')}/${String(stored.expiration_year).slice(-2)}`
    expect((await owner.get(`/dashboard/customers/${id}`)).text).toContain(month)
    const change = { expiration_month: '1', expiration_year: '2034', holder_name: 'Ana Pop' }
    const refused = await owner.post(`/dashboard/customers/${id}/cards/${stored.token}/change`, change)
    expect([refused.status, refused.text.includes(ELSEWHERE)]).toEqual([422, true])
    expect((await merchant.call('GET', `/api/payment-methods/${stored.token}`)).body).toEqual(stored)
  })

  it.each([
    ['creates no merchant', '/dashboard/merchants', { name: 'New shop', country: 'RO' }],
    ['checks no account of an acquirer', 'check', {}],
  ])('%s, and says where to', async (_title, at, fields) => {
    const admin = await operator()
    const path =
      at === 'check' ? `/dashboard/providers/${await newAccount('iso8583', isoSettings(4999), {})}/check` : at
    if (at !== 'check') {
      await admin.post('/dashboard/choose', { merchant_id: '' })
      expect((await admin.get(at)).text).not.toContain('data-form="create-merchant"')
    }
    const refused = await admin.post(path, fields as Record<string, string>)
    expect([refused.status, refused.text.includes(ELSEWHERE)]).toEqual([422, true])
  })

  it('serves the documentation of the API, and nothing of the API', async () => {
    const at = (path: string, init?: RequestInit) =>
      fetch(`${env.DASHBOARD_URL}${path}`, { redirect: 'manual', ...init })
    const { servers, paths } = (await (await at('/openapi.json')).json()) as { servers: object; paths: object }
    expect(servers).toEqual([{ url: env.BASE_URL }])
    expect(Object.keys(paths)).toContain('/api/transactions/authorize')
    expect((await at('/docs')).status).toBe(200)
    expect((await at('/health/ready')).status).toBe(200)
    for (const path of ['/api/transactions/authorize', '/api/sessions', '/admin/merchants', '/pay/plk_1']) {
      expect((await at(path, { method: 'POST' })).status).toBe(404)
    }
  })

  it('is where the API leads to, which serves no page of it', async () => {
    const at = (path: string) => fetch(`${env.BASE_URL}${path}`, { redirect: 'manual' })
    const page = await at('/dashboard/transactions/trx_1')
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      `${env.DASHBOARD_URL}/dashboard/transactions/trx_1`,
    ])
    expect((await at('/dashboard')).headers.get('location')).toBe(`${env.DASHBOARD_URL}/dashboard`)
  })

  it.skipIf(userInfo().uid !== 0)(
    'has neither the master key nor the cards key in its memory',
    { timeout: SEARCH_MS },
    async () => {
      const found = async (root: number) => {
        const held: string[] = []
        for (const pid of await processTree(root)) held.push(...(await keysInMemory(pid, { master, cards, secrets })))
        return new Set(held)
      }
      expect(await found(api.pid)).toEqual(new Set(['master', 'cards', 'secrets']))
      expect(await found(dashboard.pid)).toEqual(new Set(['secrets']))
    },
  )
})

describe('it does not start', () => {
  const start = (changes: Record<string, string>) => failToStart({ ...home.env, ...env, PORT: '0', ...changes })

  it.each([
    ['with the master key', { MASTER_KEY: master.toString('base64') }, 'MASTER_KEY must not be set'],
    ['with a file of the master key', { MASTER_KEY_FILE: '/run/key' }, 'MASTER_KEY_FILE must not be set'],
    ['without the secrets key', { SECRETS_KEY: '' }, 'PROCESSES=dashboard needs SECRETS_KEY.'],
    ['on the host name of the API', { DASHBOARD_URL: 'http://127.0.0.1:1' }, 'another host name than BASE_URL'],
    [
      'with the key of another database',
      { SECRETS_KEY: randomBytes(32).toString('base64') },
      'is not of this database',
    ],
  ])('%s', async (_title, changes, words) => {
    const port = String(await freePort())
    const { code, stderr } = await start({ PORT: port, ...changes } as Record<string, string>)
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)])
  })

  it('on a database of release 1.0, whose digests need the key of card hashes', async () => {
    const port = String(await freePort())
    await home.sql`update vault_keys set name = 'hidden' where name = 'digests'`
    try {
      const { code, stderr } = await start({ PORT: port })
      expect([code, stderr]).toEqual([1, expect.stringContaining('from release 1.0')])
    } finally {
      await home.sql`update vault_keys set name = 'digests' where name = 'hidden'`
    }
  })
})
