import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLIENT_PERMISSIONS } from '#identity/permissions.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { fetchToken, type HttpAnswer, type TestMerchant } from '#test/test-merchant.ts'
import { type AdminApp, INSTANT, refused, startAdminApp } from '../admin/admin-app.ts'
import { caller, type NarrowClient, newClient, tokenStatus } from './client-support.ts'

// API clients (docs/reference/clients.md).

const ALL = [...CLIENT_PERMISSIONS]
const HOUR = 3600

let app: AdminApp
let merchant: TestMerchant
beforeAll(async () => {
  app = await startAdminApp()
  merchant = await app.newMerchant()
})
afterAll(() => app.close())

const post = (body: object, headers?: Record<string, string>) =>
  merchant.call('POST', '/api/clients', { body: { name: 'Plugin', permissions: [], ...body }, headers: headers ?? {} })
const patch = ({ clientId }: Pick<NarrowClient, 'clientId'>, body: object) =>
  merchant.call('PATCH', `/api/clients/${clientId}`, { body })
const show = async ({ clientId }: Pick<NarrowClient, 'clientId'>) =>
  (await merchant.call('GET', `/api/clients/${clientId}`)).body
const rotate = ({ clientId }: Pick<NarrowClient, 'clientId'>, body?: object) =>
  merchant.call('POST', `/api/clients/${clientId}/rotate-secret`, { body })
const lacks = ({ status, body }: HttpAnswer) => [
  status,
  body.errors?.map(({ property }: { property: string }) => property),
  body.params,
]
const READER = { permissions: ['payments.read'] }

describe('a client', () => {
  it('is created with its secret, which no other answer shows', async () => {
    const wanted = {
      name: 'Shop plugin',
      permissions: ['payments.create', 'payments.read'],
      terminal_ids: [merchant.terminalId],
      allowed_addresses: ['203.0.113.0/24', '2001:db8::7'],
      expires_at: '2099-01-31T12:00:00.000Z',
    }
    const { status, body } = await post(wanted)
    expect([status, body]).toEqual([
      201,
      {
        ...wanted,
        client_id: expect.stringMatching(/^\w{20}$/),
        client_secret: expect.stringMatching(/^\w{32}$/),
        status: 'ACTIVE',
        created_by: merchant.clientId,
        created_at: expect.stringMatching(INSTANT),
        secret_created_at: expect.stringMatching(INSTANT),
        previous_secret_until: null,
        last_used_at: null,
        last_used_address: null,
      },
    ])
    const { client_secret: secret, ...shown } = body
    expect(await show({ clientId: body.client_id })).toEqual(shown)
    const texts = await Promise.all([
      merchant.call('GET', '/api/clients'),
      merchant.call('GET', '/api/audit-log'),
      app.operator('GET', `/admin/merchants/${merchant.merchantId}/clients`),
    ])
    expect(texts.map(({ text }) => [text.includes(body.client_id), text.includes(secret)])).toEqual(
      texts.map(() => [true, false]),
    )
  })

  it('has its changes in the audit log, with the values before and after', async () => {
    const terms = { name: 'Books', permissions: ['payments.read'], terminal_ids: [merchant.terminalId] }
    const clientId = (await post(terms)).body.client_id
    const changes = { permissions: ['payments.read', 'money.read'], allowed_addresses: ['203.0.113.7'] }
    expect((await patch({ clientId }, changes)).status).toBe(200)
    const path = `/api/audit-log?action=client.changed&subject=${clientId}`
    const { items } = (await merchant.call('GET', path)).body
    const before = { ...terms, status: 'ACTIVE', allowed_addresses: null, expires_at: null }
    expect(items.map((entry: { changes: object }) => entry.changes)).toEqual([
      { before, after: { ...before, ...changes } },
    ])
  })

  it('is stored without its secret', async () => {
    const { clientId, clientSecret } = await newClient(app.baseUrl, merchant)
    const [row] = await app.database.sql`select clients::text as text from clients where client_id = ${clientId}`
    expect(row!.text).not.toContain(clientSecret)
  })

  it('shows when and from where it was last used', async () => {
    const used = await newClient(app.baseUrl, merchant, READER)
    expect(await show(used)).toMatchObject({
      last_used_at: expect.stringMatching(INSTANT),
      last_used_address: '127.0.0.1',
    })
  })

  it('reports all errors together, and creates nothing', async () => {
    const other = await app.newMerchant()
    const before = (await merchant.call('GET', '/api/clients?limit=100')).body.items.length
    const body = {
      name: '',
      permissions: ['payments.read', 'platform.read', 'no.such'],
      terminal_ids: [],
      allowed_addresses: [
        '203.0.113.300',
        '10.0.0.0/33',
        'fe80::1%eth0',
        '10',
        '::/129',
        '10.0.0.1/08',
        'shop.example',
      ],
      expires_at: 'soon',
    }
    expect(refused(await post(body))).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6].map((index) => `allowed_addresses.${index}`),
      'expires_at',
      'name',
      'permissions.1',
      'permissions.2',
      'terminal_ids',
    ])
    const beyond = { terminal_ids: [merchant.terminalId, other.terminalId], expires_at: '2020-01-01T00:00:00Z' }
    expect(refused(await post(beyond))).toEqual(['expires_at', 'terminal_ids.1'])
    expect(refused(await post({ external_client_id: 'x' }))).toEqual(['external_client_id'])
    expect((await merchant.call('GET', '/api/clients?limit=100')).body.items).toHaveLength(before)
  })

  it('of another merchant is unknown', async () => {
    const theirs = await newClient(app.baseUrl, await app.newMerchant())
    const answers = await Promise.all([
      merchant.call('GET', `/api/clients/${theirs.clientId}`),
      patch(theirs, { status: 'DISABLED' }),
      rotate(theirs),
      merchant.call('GET', '/api/clients/nobody'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await tokenStatus(app.baseUrl, theirs)).toBe(200)
  })

  it('has the same routes for an operator, without bounds', async () => {
    const path = `/admin/merchants/${merchant.merchantId}/clients`
    const { status, body } = await app.operator('POST', path, { name: 'Accountant', permissions: ['money.read'] })
    expect(status).toBe(201)
    const one = `${path}/${body.client_id}`
    expect((await app.operator('GET', one)).body).toMatchObject({ name: 'Accountant', permissions: ['money.read'] })
    expect((await app.operator('PATCH', one, { name: 'Books' })).body.name).toBe('Books')
    const rotated = (await app.operator('POST', `${one}/rotate-secret`, { overlap_seconds: 0 })).body
    expect(rotated.client_secret).not.toBe(body.client_secret)
    expect((await app.operator('GET', `/admin/merchants/nobody/clients`)).status).toBe(404)
    expect(
      (await app.operator('GET', `/admin/merchants/${(await app.newMerchant()).merchantId}/clients/${body.client_id}`))
        .status,
    ).toBe(404)
  })
})

describe('the client that came with the merchant', () => {
  it('is in the list, may do everything, and takes no limit', async () => {
    const first = { clientId: merchant.clientId }
    expect(await show(first)).toMatchObject({ name: null, permissions: null, terminal_ids: null, status: 'ACTIVE' })
    for (const change of [
      { permissions: [] },
      { terminal_ids: [merchant.terminalId] },
      { allowed_addresses: ['203.0.113.7'] },
      { expires_at: '2099-01-01T00:00:00Z' },
      { status: 'DISABLED' },
    ]) {
      expect(refused(await patch(first, change))).toEqual(Object.keys(change))
    }
    const several = { permissions: [], terminal_ids: [merchant.terminalId], name: 'Main' }
    expect(refused(await patch(first, several))).toEqual(['terminal_ids'])
    expect((await patch(first, { name: 'Main' })).body).toMatchObject({ name: 'Main', permissions: null })
    expect((await merchant.call('GET', '/api/balances')).status).toBe(200)
  })

  it('keeps its old secret through an operator’s rotation only if that names a time', async () => {
    const own = await app.newMerchant()
    const path = `/admin/merchants/${own.merchantId}/rotate-client-secret`
    const rotated = await app.operator('POST', path, { overlap_seconds: 60 })
    const old = { clientId: own.clientId, clientSecret: own.clientSecret }
    const current = { ...old, clientSecret: rotated.body.client_secret }
    expect([await tokenStatus(app.baseUrl, old), await tokenStatus(app.baseUrl, current)]).toEqual([200, 200])
    const last = { ...old, clientSecret: (await app.operator('POST', path)).body.client_secret }
    const statuses = await Promise.all([old, current, last].map((one) => tokenStatus(app.baseUrl, one)))
    expect(statuses).toEqual([401, 401, 200])
  })
})

describe('a secret', () => {
  it('works beside the new one for a day unless the rotation says otherwise', async () => {
    const own = await app.newMerchant()
    const advance = (seconds: number) => own.call('POST', '/api/test-clock', { body: { advance_seconds: seconds } })
    const old = await newClient(app.baseUrl, own, READER)
    const { status, body } = await own.call('POST', `/api/clients/${old.clientId}/rotate-secret`)
    const current = { ...old, clientSecret: body.client_secret }
    expect([status, Date.parse(body.previous_secret_until) - Date.parse(body.secret_created_at)]).toEqual([
      200,
      expect.closeTo(24 * HOUR * 1000, -4),
    ])
    const statuses = () => Promise.all([old, current].map((one) => tokenStatus(app.baseUrl, one)))
    expect(await statuses()).toEqual([200, 200])
    await advance(24 * HOUR - 60)
    expect(await statuses()).toEqual([200, 200])
    await advance(60)
    expect(await statuses()).toEqual([401, 200])
    expect((await own.call('GET', `/api/clients/${old.clientId}`)).body.previous_secret_until).toBeNull()
  })

  it('ends immediately with overlap_seconds 0, and with the next rotation', async () => {
    const one = await newClient(app.baseUrl, merchant, READER)
    const two = { ...one, clientSecret: (await rotate(one, { overlap_seconds: HOUR })).body.client_secret }
    const three = { ...one, clientSecret: (await rotate(one, { overlap_seconds: HOUR })).body.client_secret }
    const statuses = (secrets: readonly NarrowClient[]) =>
      Promise.all(secrets.map((secret) => tokenStatus(app.baseUrl, secret)))
    expect(await statuses([one, two, three])).toEqual([401, 200, 200])
    const four = { ...one, clientSecret: (await rotate(one, { overlap_seconds: 0 })).body.client_secret }
    expect(await statuses([two, three, four])).toEqual([401, 401, 200])
  })

  it.each([-1, 1.5, 2_592_001, '60'])('overlaps by 0 to 2,592,000 whole seconds: %s is a 422', async (overlap) => {
    const client = await newClient(app.baseUrl, merchant)
    expect(refused(await rotate(client, { overlap_seconds: overlap }))).toEqual(['overlap_seconds'])
    expect(await tokenStatus(app.baseUrl, client)).toBe(200)
  })

  it('is announced a week before its client expires and before it ends itself, once each', async () => {
    const own = await app.newMerchant()
    const url = `${app.baseUrl}/nobody`
    await own.call('POST', '/api/webhook-endpoints', { body: { url, event_types: ['client.secret_expiring'] } })
    const clock = async (seconds: number) => own.call('POST', '/api/test-clock', { body: { advance_seconds: seconds } })
    const events = async () => (await own.call('GET', '/api/events?event=client.secret_expiring')).body.items
    const expires_at = new Date(Date.now() + 30 * 24 * HOUR * 1000).toISOString()
    const client = await newClient(app.baseUrl, own, { ...READER, expires_at })
    await own.call('POST', `/api/clients/${client.clientId}/rotate-secret`, { body: { overlap_seconds: HOUR } })
    await expect.poll(async () => (await events()).length).toBe(1)
    await clock(22 * 24 * HOUR)
    await clock(2 * 24 * HOUR)
    await expect.poll(async () => (await events()).length).toBe(2)
    const [latest, earlier] = await events()
    const shown = (await own.call('GET', `/api/clients/${client.clientId}`)).body
    expect(latest.payload).toEqual({ merchant_id: own.merchantId, ...shown })
    expect(earlier.payload).toMatchObject({ expires_at, previous_secret_until: expect.stringMatching(INSTANT) })
  })
})

describe('from the answer on', () => {
  it('a disabled client’s tokens are refused on every process, and no new ones issued', async () => {
    const client = await newClient(app.baseUrl, merchant, READER)
    const elsewhere = caller(await app.secondApi(), client.token)
    expect([
      (await client.call('GET', '/api/transactions')).status,
      (await elsewhere('GET', '/api/transactions')).status,
    ]).toEqual([200, 200])
    expect((await patch(client, { status: 'DISABLED' })).body.status).toBe('DISABLED')
    expect([
      (await client.call('GET', '/api/transactions')).status,
      (await elsewhere('GET', '/api/transactions')).status,
    ]).toEqual([401, 401])
    expect(await tokenStatus(app.baseUrl, client)).toBe(401)
    await patch(client, { status: 'ACTIVE' })
    const fresh = caller(app.baseUrl, await fetchToken(app.baseUrl, client.clientId, client.clientSecret))
    expect([
      (await client.call('GET', '/api/transactions')).status,
      (await elsewhere('GET', '/api/transactions')).status,
      (await fresh('GET', '/api/transactions')).status,
    ]).toEqual([401, 401, 200])
    await patch(client, { name: 'Still active', status: 'ACTIVE' })
    expect((await fresh('GET', '/api/transactions')).status).toBe(200)
  })

  it('tokens have the permissions that their client has now', async () => {
    const client = await newClient(app.baseUrl, merchant, READER)
    await patch(client, { permissions: ['money.read'] })
    expect((await client.call('GET', '/api/transactions')).status).toBe(403)
    expect((await client.call('GET', '/api/balances')).status).toBe(200)
  })

  it('an expired client’s tokens are refused, by the merchant’s clock', async () => {
    const own = await app.newMerchant()
    const expires_at = new Date(Date.now() + HOUR * 1000).toISOString()
    const client = await newClient(app.baseUrl, own, { ...READER, expires_at })
    await own.call('POST', '/api/test-clock', { body: { advance_seconds: HOUR - 60 } })
    expect((await client.call('GET', '/api/transactions')).status).toBe(200)
    await own.call('POST', '/api/test-clock', { body: { advance_seconds: 60 } })
    expect((await client.call('GET', '/api/transactions')).status).toBe(401)
    expect(await tokenStatus(app.baseUrl, client)).toBe(401)
    await own.call('PATCH', `/api/clients/${client.clientId}`, { body: { expires_at: null } })
    expect((await client.call('GET', '/api/transactions')).status).toBe(200)
  })
})

it('a token without its client, and one that claims to be limited, open nothing', async () => {
  const client = await newClient(app.baseUrl, merchant, { permissions: ALL })
  await app.database.sql`delete from clients where client_id = ${client.clientId}`
  expect((await client.call('GET', '/api/transactions')).status).toBe(401)
})

it('the same Idempotency-Key of two clients is two requests', async () => {
  const headers = { 'idempotency-key': 'once' }
  const body = { name: 'Twin', permissions: [] }
  const first = (await post(body, headers)).body
  const narrow = await newClient(app.baseUrl, merchant, { permissions: ['keys.rotate'] })
  const second = await narrow.call('POST', '/api/clients', body, headers)
  expect([second.status, second.body.client_id === first.client_id]).toEqual([201, false])
})

describe('a client that manages clients', () => {
  let manager: NarrowClient
  beforeAll(async () => {
    manager = await newClient(app.baseUrl, merchant, {
      permissions: ['keys.read', 'keys.rotate', 'payments.read'],
      allowed_addresses: ['127.0.0.0/8', '2001:db8::/32'],
      expires_at: '2099-01-01T00:00:00Z',
    })
  })

  it('makes clients within its own limits, and hands these on', async () => {
    const { status, body } = await manager.call('POST', '/api/clients', {
      name: 'Child',
      permissions: ['payments.read'],
    })
    expect([status, body.allowed_addresses, body.expires_at]).toEqual([
      201,
      ['127.0.0.0/8', '2001:db8::/32'],
      '2099-01-01T00:00:00.000Z',
    ])
    const narrower = { allowed_addresses: ['127.0.0.1', '2001:db8:7::/48'], expires_at: '2098-01-01T00:00:00Z' }
    expect((await manager.call('PATCH', `/api/clients/${body.client_id}`, narrower)).status).toBe(200)
  })

  it.each([
    ['permissions', { permissions: ['payments.read', 'payouts.create', 'keys.read'] }, ['payouts.create']],
    ['allowed_addresses', { allowed_addresses: ['127.0.0.1', '10.0.0.1'] }, ['10.0.0.1']],
    ['allowed_addresses', { allowed_addresses: ['0.0.0.0/0', '126.0.0.0/7'] }, ['0.0.0.0/0', '126.0.0.0/7']],
    [
      'allowed_addresses',
      { allowed_addresses: ['2001:db8::/31', '::ffff:10.0.0.1'] },
      ['2001:db8::/31', '::ffff:10.0.0.1'],
    ],
    ['allowed_addresses', { allowed_addresses: null }, []],
    ['expires_at', { expires_at: '2099-01-01T00:00:01Z' }, ['2099-01-01T00:00:00.000Z']],
    ['expires_at', { expires_at: null }, ['2099-01-01T00:00:00.000Z']],
  ])('makes and widens none beyond itself: %s %j', async (property, terms, params) => {
    const name = 'Child'
    const made = await manager.call('POST', '/api/clients', { name, permissions: ['keys.read'], ...terms })
    const child = (await manager.call('POST', '/api/clients', { name, permissions: ['keys.read'] })).body.client_id
    const widened = await manager.call('PATCH', `/api/clients/${child}`, terms)
    const itself = await manager.call('PATCH', `/api/clients/${manager.clientId}`, terms)
    const expected = [403, [property], params]
    expect([made, widened, itself].map(lacks)).toEqual([expected, expected, expected])
  })

  it('touches no client that may do more: neither its limits nor its secret', async () => {
    const wider = await newClient(app.baseUrl, merchant, { permissions: ['keys.read', 'payouts.create'] })
    for (const id of [wider.clientId, merchant.clientId]) {
      const path = `/api/clients/${id}`
      const answers = [
        await manager.call('PATCH', path, { permissions: ['keys.read'] }),
        await manager.call('PATCH', path, { status: 'DISABLED' }),
        await manager.call('POST', `${path}/rotate-secret`),
      ]
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    }
    expect(await tokenStatus(app.baseUrl, wider)).toBe(200)
    expect(await tokenStatus(app.baseUrl, merchant)).toBe(200)
  })

  it('is shown no credential that may do more, by any operation that shows one', async () => {
    const document = await (await fetch(`${app.baseUrl}/openapi.json`)).json()
    const { paths, components } = document as { paths: object; components: { schemas: Record<string, object> } }
    const hasSecret = (schema: unknown) => JSON.stringify(schema).includes('"client_secret":')
    const names = Object.keys(components.schemas).filter((name) => hasSecret(components.schemas[name]))
    const reveals = (responses: object) =>
      hasSecret(responses) || names.some((name) => JSON.stringify(responses).includes(`schemas/${name}"`))
    const revealing = Object.entries<Record<string, { responses: object }>>(paths as never).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => path.startsWith('/api/') && reveals(responses))
        .map(([method]) => ({ path, method: method.toUpperCase() })),
    )
    expect(revealing.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/clients',
      'POST /api/clients/{id}/rotate-secret',
    ])
    for (const { method, path } of revealing) {
      const body = { name: 'More', permissions: ['payouts.create'] }
      const { status, text } = await manager.call(method, path.replace('{id}', merchant.clientId), body)
      expect([path, status, text.includes('client_secret')]).toEqual([path, 403, false])
    }
  })

  /** Clients that each made the next one. */
  async function newLine(length: number): Promise<NarrowClient[]> {
    const line = [await newClient(app.baseUrl, merchant, { permissions: ['keys.read', 'keys.rotate'] })]
    while (line.length < length) {
      const call = (method: string, path: string, { body }: { body: object }) => line.at(-1)!.call(method, path, body)
      const maker = { ...merchant, call } as TestMerchant
      line.push(await newClient(app.baseUrl, maker, { permissions: ['keys.read', 'keys.rotate'] }))
    }
    return line
  }
  const statusesOf = async (clients: readonly NarrowClient[]) =>
    Promise.all(clients.map(async (one) => (await show(one)).status))

  it('is named by those that it made; users and operators are not', async () => {
    const [first, second] = await newLine(2)
    const made = await app.operator('POST', `/admin/merchants/${merchant.merchantId}/clients`, {
      name: 'Books',
      permissions: [],
    })
    const makers = await Promise.all([first!, second!, { clientId: made.body.client_id }].map(show))
    expect(makers.map(({ created_by: maker }) => maker)).toEqual([merchant.clientId, first!.clientId, null])
  })

  it('is disabled alone, or with all that it made and those made', async () => {
    const line = await newLine(4)
    await patch(line[1]!, { status: 'DISABLED' })
    expect(await statusesOf(line)).toEqual(['ACTIVE', 'DISABLED', 'ACTIVE', 'ACTIVE'])
    const answer = await patch(line[0]!, { status: 'DISABLED', include_created: true })
    expect([answer.status, answer.body.status]).toEqual([200, 'DISABLED'])
    expect(await statusesOf(line)).toEqual(['DISABLED', 'DISABLED', 'DISABLED', 'DISABLED'])
    expect(await tokenStatus(app.baseUrl, line[3]!)).toBe(401)
    const entries = await Promise.all(
      line.map(async ({ clientId }) => {
        const { items } = (await merchant.call('GET', `/api/audit-log?action=client.changed&subject=${clientId}`)).body
        return items.length
      }),
    )
    expect(entries).toEqual([1, 1, 1, 1])
  })

  it.each([{ include_created: true }, { status: 'ACTIVE', include_created: true }])(
    'is not changed by %j, which does not disable it',
    async (change) => {
      const client = await newClient(app.baseUrl, merchant)
      expect(refused(await patch(client, change))).toEqual(['include_created'])
      expect(refused(await patch(client, { status: 'DISABLED', include_created: 'yes' }))).toEqual(['include_created'])
      expect(await statusesOf([client])).toEqual(['ACTIVE'])
    },
  )

  it('disables none of what it made that may do more by now', async () => {
    const [top, child] = await newLine(2)
    await patch(child!, { permissions: ['payouts.create'] })
    const change = { status: 'DISABLED', include_created: true }
    expect((await top!.call('PATCH', `/api/clients/${top!.clientId}`, change)).status).toBe(403)
    expect(await statusesOf([top!, child!])).toEqual(['ACTIVE', 'ACTIVE'])
  })

  it('makes at most 20, with those that these make, however many calls come at the same time', async () => {
    const [top, child] = await newLine(2)
    const body = { name: 'Child', permissions: [] }
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => (index % 2 ? top! : child!).call('POST', '/api/clients', body)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(201), ...Array(5).fill(422)])
    expect(answers.find(({ status }) => status === 422)!.body.errors[0].params).toEqual(['20'])
    const { items } = (await merchant.call('GET', '/api/clients?limit=100')).body
    const made = items.filter(({ created_by: maker }: { created_by: string }) =>
      [top!.clientId, child!.clientId].includes(maker),
    )
    expect(made).toHaveLength(20)
    expect((await post(body)).status).toBe(201)
  })

  it('leaves none that it makes while it is disabled with all it made', async () => {
    const [top, child] = await newLine(2)
    const making = Array.from({ length: 6 }, () =>
      child!.call('POST', '/api/clients', { name: 'Late', permissions: [] }),
    )
    await patch(top!, { status: 'DISABLED', include_created: true })
    const made = (await Promise.all(making)).filter(({ status }) => status === 201)
    expect(await statusesOf(made.map(({ body }) => ({ ...child!, clientId: body.client_id })))).toEqual(
      made.map(() => 'DISABLED'),
    )
  })

  it('of some terminals manages none', async () => {
    const limited = await newClient(app.baseUrl, merchant, { permissions: ALL, terminal_ids: [merchant.terminalId] })
    const answers = [
      await limited.call('GET', '/api/clients'),
      await limited.call('POST', '/api/clients', { name: 'Child', permissions: [] }),
      await limited.call('PATCH', `/api/clients/${limited.clientId}`, { terminal_ids: null }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })
})

describe('allowed addresses', () => {
  let proxied: RunningGateway
  beforeAll(async () => {
    proxied = await startOwnGateway({ TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => proxied.close())

  const from = (address: string) => ({ 'x-forwarded-for': address })

  it.each([
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7'], false],
    ['203.0.113.8', ['203.0.113.0/24'], true],
    ['203.0.114.8', ['203.0.113.0/24', '198.51.100.1'], false],
    ['2001:db8::9', ['2001:db8::/32'], true],
    ['2001:db9::9', ['2001:db8::/32', '203.0.113.0/24'], false],
    ['::ffff:203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.7', ['::ffff:203.0.113.0/120'], true],
    ['203.0.113.7:51234', ['203.0.113.7'], true],
  ])('%s and %j', async (address, allowed_addresses, isAllowed) => {
    const { clientId, clientSecret } = await created(proxied, { ...READER, allowed_addresses })
    const answer = isAllowed ? 200 : 401
    expect(await tokenStatus(proxied.baseUrl, { clientId, clientSecret }, from(address))).toBe(answer)
    await proxied.merchant.call('PATCH', `/api/clients/${clientId}`, { body: { allowed_addresses: null } })
    const token = await fetchToken(proxied.baseUrl, clientId, clientSecret)
    await proxied.merchant.call('PATCH', `/api/clients/${clientId}`, { body: { allowed_addresses } })
    const called = await caller(proxied.baseUrl, token)('GET', '/api/transactions', undefined, from(address))
    expect(called.status).toBe(answer)
  })

  it('hold the address of the connection where no proxy is trusted', async () => {
    const client = await newClient(app.baseUrl, merchant, { ...READER, allowed_addresses: ['127.0.0.1'] })
    expect((await client.call('GET', '/api/transactions', undefined, from('203.0.113.7'))).status).toBe(200)
    await patch(client, { allowed_addresses: ['203.0.113.7'] })
    expect((await client.call('GET', '/api/transactions', undefined, from('203.0.113.7'))).status).toBe(401)
  })
})

async function created({ merchant: owner }: RunningGateway, changes: object) {
  const { body } = await owner.call('POST', '/api/clients', { body: { name: 'Plugin', ...changes } })
  return { clientId: body.client_id as string, clientSecret: body.client_secret as string }
}
