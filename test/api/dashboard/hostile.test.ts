// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashboardRoutes } from '#dashboard/index.ts'
import { createMerchant } from '#flows/admin/merchants.ts'
import { createTerminal } from '#flows/admin/terminals.ts'
import { openSession } from '#identity/people/dashboard-sessions.ts'
import type { Role } from '#identity/permissions.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { connectMerchant, NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { browserOf, newPerson, newVisitor, type Visitor } from '#test/visitor.ts'

/** Breaks out of attributes in either quote, of text, comments and titles. */
const HOSTILE = `"'--></title><svg/onload=alert(1)>`
const RUNS = /<svg\/onload|(?:href|action|src)="\s*(?:javascript|data):/i

/** Hundreds of requests, one after the other. */
const PATIENCE = { timeout: 240_000 }

let app: RunningGateway
let merchant: TestMerchant
let owner: Visitor
let platform: Visitor
beforeAll(async () => {
  app = await useGateway()
  merchant = await hostileMerchant()
  owner = await signedInFrom(HOSTILE, 'owner', merchant.merchantId)
  platform = await newVisitor(app, 'platform-admin', null)
  await platform.post('/dashboard/choose', { merchant_id: merchant.merchantId })
  await writeEverywhere()
})
afterAll(() => app.close())

/** A merchant whose every name is hostile. */
async function hostileMerchant(): Promise<TestMerchant> {
  const made = await createMerchant(app.gateway, 'test', { name: HOSTILE, country: 'RO' })
  const { terminalId } = await createTerminal(app.gateway, 'test', made.merchantId, { name: HOSTILE })
  const access = { merchantId: made.merchantId, terminalId, publicKey: made.publicKey! }
  return connectMerchant(app.baseUrl, {
    ...access,
    clientId: made.clientId!,
    clientSecret: made.clientSecret!.reveal(),
  })
}

async function signedInFrom(userAgent: string, role: Role, merchantId: string): Promise<Visitor> {
  const { sql, settings } = app.gateway
  const person = await newPerson(app.gateway, role, merchantId)
  const signIn = { personId: person.personId, methods: ['pwd'], userAgent, address: HOSTILE }
  return { ...person, ...browserOf(app.baseUrl, await openSession(sql, signIn, settings)) }
}

/** Everything that a merchant's servers, shoppers and colleagues can write, and that a page may show. */
async function writeEverywhere() {
  const customer = { first_name: HOSTILE, last_name: HOSTILE, email: 'ada@shop.example' }
  const text = { reference: HOSTILE, description: HOSTILE, metadata: { ...NOT_ENROLLED, note: HOSTILE } }
  const paid = await merchant.authorize({ ...text, customer })
  expect(paid.body).toMatchObject({ result: { status: 'APPROVED' } })
  const { id } = paid.body.result
  await merchant.call('POST', '/api/webhook-endpoints', {
    body: { url: `http://127.0.0.1:9/${encodeURI(HOSTILE)}?a='--><svg/onload=alert(1)>` },
  })
  await merchant.call('POST', '/api/customers', { body: { id: 'c1', name: HOSTILE, email: 'bo@shop.example' } })
  await merchant.call('GET', `/api/transactions/${encodeURIComponent(HOSTILE)}`, { headers: { 'user-agent': HOSTILE } })
  await owner.post('/dashboard/account/name', { name: HOSTILE })
  await owner.post('/dashboard/views', { name: HOSTILE, search: `?q=${encodeURIComponent(HOSTILE)}`, shared: 'yes' })
  await owner.post(`/dashboard/transactions/${id}/refund`, { amount: '1', reason: HOSTILE, key: 'k1' })
  await owner.post('/dashboard/team/invite', { email: 'x@shop.example', role: 'viewer' })
}

/** Follows every link to a page of the dashboard; `look` sees each of them once. */
async function crawl(visitor: Visitor, look: (path: string, page: Awaited<ReturnType<Visitor['get']>>) => void) {
  const seen = new Set(['/dashboard'])
  for (const path of seen) {
    const page = await visitor.get(path)
    look(path, page)
    if (!page.headers.get('content-type')?.startsWith('text/html')) continue
    for (const [, href] of page.text.matchAll(/href="(\/dashboard[^"]*)"/g)) seen.add(plain(href!))
  }
  return seen
}

const plain = (href: string) =>
  href.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'").split('#')[0]!

const FILTERED = [
  `/dashboard/transactions?q=${encodeURIComponent(HOSTILE)}&status=${encodeURIComponent(HOSTILE)}&from=${encodeURIComponent(HOSTILE)}`,
  `/dashboard/audit-log?action=${encodeURIComponent(HOSTILE)}&person=${encodeURIComponent(HOSTILE)}`,
  `/dashboard/analytics?from=${encodeURIComponent(HOSTILE)}&dimension=${encodeURIComponent(HOSTILE)}`,
  `/dashboard/requests?path=${encodeURIComponent(HOSTILE)}&status=${encodeURIComponent(HOSTILE)}`,
  `/dashboard/account?done=${encodeURIComponent(HOSTILE)}`,
  `/dashboard/${encodeURIComponent(HOSTILE)}`,
]

describe('what others wrote', () => {
  it.each(['owner', 'platform-admin'])(
    'runs on no page that a link leads a %s to',
    async (role) => {
      const visitor = role === 'owner' ? owner : platform
      const wrong: string[] = []
      const shown: string[] = []
      const seen = await crawl(visitor, (path, { status, text, headers }) => {
        if (status === 500) wrong.push(`${path}: ${status}`)
        if (text.includes('&lt;svg/onload')) shown.push(path)
        const isPage = headers.get('content-type')?.startsWith('text/html')
        if (isPage && RUNS.test(text)) wrong.push(`${path}: ${RUNS.exec(text)![0]}`)
        if (isPage && headers.get('cache-control') !== 'no-store') wrong.push(`${path}: kept by caches`)
        if (isPage && !/frame-ancestors 'none'/.test(headers.get('content-security-policy') ?? '')) {
          wrong.push(`${path}: can be framed`)
        }
      })
      expect(wrong).toEqual([])
      expect(seen.size).toBeGreaterThan(30)
      const names = ['', '/transactions', '/terminals', '/keys', '/webhooks'].map((path) => `/dashboard${path}`)
      expect(shown).toEqual(expect.arrayContaining(names))
    },
    PATIENCE.timeout,
  )

  it('runs on no page that an address brings it to', async () => {
    for (const path of FILTERED) {
      const { status, text } = await owner.get(path)
      expect([path, status !== 500, RUNS.exec(text)?.[0]]).toEqual([path, true, undefined])
    }
  })

  it('adds no header to an answer', async () => {
    const split = '%0d%0aset-cookie:%20evil=1'
    for (const path of [`/dashboard/sign-in?back=/dashboard${split}`, `/dashboard/step-up?back=/dashboard${split}`]) {
      const { status, headers } = await owner.get(path)
      expect([status, headers.getSetCookie().some((line) => line.startsWith('evil'))]).toEqual([303, false])
    }
  })
})

const forms = dashboardRoutes.filter(({ method, path }) => method === 'POST' && path !== '/dashboard/sign-out')
const addressOf = (path: string) => path.replaceAll(/:\w+/g, 'nothing')
const form = 'application/x-www-form-urlencoded'

describe('every form', () => {
  it('is refused without its token, from another site, and from no site', PATIENCE, async () => {
    const wrong: string[] = []
    for (const { path } of forms) {
      const forged = [
        await owner.post(addressOf(path), { csrf: 'made up' }),
        await owner.post(addressOf(path), {}, { 'sec-fetch-site': 'cross-site' }),
        await owner.post(addressOf(path), {}, { origin: 'null' }),
        await owner.post(addressOf(path), {}, {}),
      ]
      for (const { status } of forged) if (status !== 403) wrong.push(`${path}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  it('survives bodies that are none of its own', PATIENCE, async () => {
    const long = `name=${'a'.repeat(300_000)}`
    const bodies: [type: string, body: string | Uint8Array][] = [
      ['application/json', '{"csrf":"x","__proto__":{"role":"owner"}}'],
      ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="csrf"\r\n\r\nx\r\n--x--'],
      [form, 'csrf=1&csrf=2'],
      [form, '__proto__=1&constructor=2&hasOwnProperty=3&toString=4'],
      [form, new Uint8Array([0x61, 0x3d, 0xff, 0xfe, 0x00])],
      [form, 'a=%00&b=%ed%a0%80&c=%'],
      [form, long],
      [form, ''],
      [`${form}; charset=utf-16`, 'a=b'],
    ]
    const wrong: string[] = []
    for (const { path } of forms) {
      for (const [type, body] of bodies) {
        const headers = { cookie: `tollgate=${owner.token}`, 'sec-fetch-site': 'same-origin', 'content-type': type }
        const init = { method: 'POST', headers, body, redirect: 'manual' } as const
        const { status } = await fetch(new URL(addressOf(path), app.baseUrl), init)
        if (status < 400 || status === 500) wrong.push(`${path} ${type} ${String(body).slice(0, 20)}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('survives text that no column holds, under its own token', PATIENCE, async () => {
    const wrong: string[] = []
    const odd = ['\u0000', '\ud800', '١٢٣', '-0', '1e999', 'constructor', '__proto__', '9'.repeat(400)]
    const names = ['name', 'amount', 'url', 'email', 'role', 'person_id', 'merchant_id', 'terminal_id', 'search', 'key']
    for (const { path } of forms) {
      for (const text of odd) {
        const fields = Object.fromEntries(names.map((name) => [name, text]))
        const { status } = await owner.post(addressOf(path), fields)
        if (status === 500) wrong.push(`${path} ${JSON.stringify(text).slice(0, 20)}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
