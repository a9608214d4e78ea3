import { request as send } from 'node:http'
import { connect } from 'node:net'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, post } from '#http/route.ts'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { MERCHANT, OPERATOR, ORDER, type TinyApp, tinyApp } from './tiny-app.ts'

let database: FreshDatabase
let tiny: TinyApp
let app: FastifyInstance
let production: FastifyInstance
let lost: FastifyInstance
let nowhere: Database
let port: number

const routes = [
  get('/crash', {
    guard: 'open',
    handle: async () => {
      throw new Error('column "secret" of 10.0.0.1 does not exist')
    },
  }),
  get('/page', {
    guard: 'open',
    uatOnly: true,
    handle: async () => ({ status: 200, page: { html: '<p>Hello</p>', csp: "default-src 'none'" } }),
  }),
  post('/api/pay', {
    guard: 'merchant',
    permission: 'payments.create',
    handle: async () => ({ status: 200, json: { result: { processing_code: '1101' } } }),
  }),
  get('/leave', {
    guard: 'open',
    handle: async () => ({ status: 303, location: 'https://shop.example/done?x=%20y' }),
  }),
]

beforeAll(async () => {
  database = await freshDatabase()
  tiny = await tinyApp({ sql: database.sql, routes, config: { trustedProxies: ['127.0.0.1/32', '10.0.0.0/8'] } })
  app = tiny.app
  production = (await tinyApp({ sql: database.sql, routes, realm: 'production' })).app
  nowhere = openDatabase('postgres://nobody@127.0.0.1:1/none', 'test', 1)
  lost = (await tinyApp({ sql: nowhere, vaultSql: database.sql, config: { rateLimitPerSecond: 1 } })).app
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as { port: number }).port
})
afterAll(async () => {
  await app.close()
  await production.close()
  await lost.close()
  await nowhere.end()
  await database.drop()
})

/** The whole answer to raw bytes. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(3000, () => socket.destroy())
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

test('an unexpected error is 500 with a request id only, and is logged under it', async () => {
  const answer = await app.inject({ url: '/crash' })
  const id = answer.headers['x-request-id']
  expect(answer.json()).toEqual({
    errors: [{ message: expect.not.stringContaining('secret'), params: [id], property: '' }],
    method: 'GET',
    status: 500,
  })
  expect(tiny.log.some((line) => line.includes(String(id)) && line.includes('secret'))).toBe(true)
})

test('an unreachable database is 503 with Retry-After, and the process is alive but not ready', async () => {
  const answer = await lost.inject({ url: '/api/orders', headers: MERCHANT })
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().status]).toEqual([503, '5', 503])
  const ready = await lost.inject({ url: '/health/ready' })
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'unavailable' }])
  expect((await lost.inject({ url: '/health/live' })).statusCode).toBe(200)
  expect((await app.inject({ url: '/health/ready' })).json()).toEqual({ status: 'ok' })
})

test('every answer has the security headers and no server version', async () => {
  for (const url of ['/page', '/crash', '/nowhere', '/api/orders', '/%zz', '/docs', '/openapi.json']) {
    const { headers } = await production.inject({ url })
    expect(headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
      'x-request-id': expect.any(String),
      'cache-control': 'no-store',
    })
    expect([headers.server, headers['x-powered-by']]).toEqual([undefined, undefined])
  }
  expect((await app.inject({ url: '/page' })).headers['strict-transport-security']).toBeUndefined()
})

test.each(['/nowhere', '/nowhere/', '/api/nowhere', '/pay/lnk_1/nowhere'])(
  'a browser that opens %s gets a page with ways on, a program an error body',
  async (url) => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const page = await app.inject({ url, headers: browser })
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    const ways = [...page.body.matchAll(/<a class="button button-secondary" href="([^"]+)"/g)].map(([, way]) => way!)
    expect(ways).toContain('/docs')
    for (const way of ways) expect((await app.inject({ url: way, headers: browser })).statusCode).toBeLessThan(400)
    for (const program of [
      { url },
      { url, headers: { accept: '*/*' } },
      { url, headers: browser, method: 'POST' },
    ] as const)
      expect((await app.inject(program)).json()).toMatchObject({ status: 404 })
  },
)

const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-dest': 'document' }

test.each([
  ['/api/orders', 401, 'www-authenticate'],
  ['/api/orders/1/repeat', 405, 'allow'],
  ['/%zz', 400, 'link'],
  ['/crash', 500, 'link'],
])(
  'a person who opens %s gets a page with status %i and header %s, and a program JSON',
  async (url, status, header) => {
    const page = await app.inject({ url, headers: NAVIGATION })
    expect([page.statusCode, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect([page.body.match(/<h1>/g), page.body.includes('href="/docs"')]).toEqual([['<h1>'], true])
    expect([page.headers[header], page.headers['content-security-policy']]).toEqual([
      expect.any(String),
      expect.stringContaining("frame-ancestors 'none'"),
    ])
    for (const headers of [
      {},
      { accept: 'text/html;q=0' },
      { accept: 'application/json, text/html;q=0.5' },
      { ...NAVIGATION, authorization: 'Bearer nobody' },
      { ...NAVIGATION, 'sec-fetch-dest': 'iframe' },
    ]) {
      const answer = await app.inject({ url, headers })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8'])
    }
  },
)

const OF_JAVA = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'

test.each(['/api/orders', '/api/nowhere', '/admin/nowhere', '/realms/nowhere', '/health/nowhere', '/metrics/nowhere'])(
  'a program that accepts text/html first and then anything, as Java does, gets JSON from %s, and a browser a page',
  async (url) => {
    const typeFor = async (headers: Record<string, string>) =>
      (await app.inject({ url, headers })).headers['content-type']
    for (const accept of [OF_JAVA, 'text/html, */*;q=0.8'])
      expect([accept, await typeFor({ accept })]).toEqual([accept, 'application/json; charset=utf-8'])
    const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const pages = [
      { accept: NAVIGATION.accept },
      { accept: 'text/html' },
      { accept: 'text/html, */*;q=0.8', ...navigation },
    ]
    for (const headers of pages)
      expect([headers, await typeFor(headers)]).toEqual([headers, 'text/html; charset=utf-8'])
  },
)

test('a form that a browser sends while the database is away gets a page, and Retry-After', async () => {
  const headers = { ...NAVIGATION, 'sec-fetch-mode': 'navigate', 'content-type': 'application/json' }
  const answer = await lost.inject({ method: 'GET', url: '/api/orders', headers: { ...headers, ...MERCHANT } })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const page = await lost.inject({ method: 'POST', url: '/api/nowhere', headers })
  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
})

test('fields that nothing reads are named in production too, and change nothing', async () => {
  const payload = { ...ORDER, amuont: 1, customer: { frist_name: 'secret' }, metadata: { any: 'thing' } }
  const answer = await production.inject({ method: 'POST', url: '/api/orders', headers: MERCHANT, payload })
  expect([answer.statusCode, answer.headers['tollgate-unknown-fields']]).toEqual([200, 'amuont, customer.frist_name'])
  const right = await production.inject({ method: 'POST', url: '/api/orders', headers: MERCHANT, payload: ORDER })
  expect([right.statusCode, right.headers['tollgate-unknown-fields']]).toEqual([200, undefined])
})

test('an error leads to the page that explains it, beside its specified body', async () => {
  for (const [url, status] of [
    ['/api/orders', 401],
    ['/nowhere', 404],
    ['/crash', 500],
  ] as const) {
    const { statusCode, headers } = await app.inject({ url })
    expect([statusCode, headers.link], url).toEqual([status, `</docs/errors/${status}>; rel="help"`])
    expect((await app.inject({ url: `/docs/errors/${status}` })).statusCode).toBe(200)
  }
  expect((await app.inject({ url: '/page' })).headers.link).toBeUndefined()
})

test('pages include their policy and may not be framed', async () => {
  const { headers } = await app.inject({ url: '/page' })
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  expect([headers['x-frame-options'], headers['content-type']]).toEqual(['DENY', 'text/html; charset=utf-8'])
})

test('pages are out of reach of who opened them and who loads them, and use no sensor or device', async () => {
  for (const url of ['/page', '/docs']) {
    const { headers } = await app.inject({ url })
    expect(headers['cross-origin-opener-policy'], url).toBe('same-origin-allow-popups')
    expect(headers['cross-origin-resource-policy'], url).toBe('same-origin')
    expect(headers['permissions-policy'], url).toMatch(/\bcamera=\(\), .*\bgeolocation=\(\), .*\bmicrophone=\(\)/)
    expect(headers['permissions-policy'], url).not.toMatch(/payment|publickey/)
  }
})

test('what shops load or show in a frame may be loaded from anywhere', async () => {
  const framed = get('/framed', {
    guard: 'open',
    handle: async () => ({ status: 200, page: { html: '<p>Hello</p>', csp: 'frame-ancestors *' } }),
  })
  const { app: other } = await tinyApp({ sql: database.sql, routes: [framed] })
  const { headers } = await other.inject({ url: '/framed' })
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  await other.close()
})

test('what simulators need does not exist in production', async () => {
  expect((await production.inject({ url: '/page' })).statusCode).toBe(404)
})

test('a redirect is 303 to the very address', async () => {
  const { statusCode, headers } = await app.inject({ url: '/leave' })
  expect([statusCode, headers.location]).toEqual([303, 'https://shop.example/done?x=%20y'])
})

test('X-Forwarded-For counts only from trusted proxies, and IPv4 written as IPv6 is IPv4', async () => {
  const ipFrom = async (remoteAddress: string, forwarded: string) => {
    const headers = { ...OPERATOR, 'x-forwarded-for': forwarded }
    return (await app.inject({ url: '/admin/whoami', remoteAddress, headers })).json().ip
  }
  expect(await ipFrom('10.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
  expect(await ipFrom('203.0.113.1', '198.51.100.7')).toBe('203.0.113.1')
  expect(await ipFrom('10.0.0.1', '6.6.6.6, 203.0.113.9')).toBe('203.0.113.9')
  expect(await ipFrom('10.0.0.1', '::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(await ipFrom('10.0.0.1', 'not-an-address')).toBe('10.0.0.1')
  expect(await ipFrom('fe80::1%eth0', '203.0.113.9')).toBe('fe80::1')
})

test('one request is one log line, without address, query or token', async () => {
  const before = tiny.log.length
  await app.inject({ url: '/api/orders?cursor=private%0Aforged', headers: MERCHANT })
  const lines = tiny.log.slice(before)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({
    method: 'GET',
    route: '/api/orders',
    status: 200,
    client_id: 'client_1',
  })
  expect(lines[0]).not.toMatch(/private|Bearer/)
})

test.each([
  ['Authorization', ['Bearer merchant', 'Bearer merchant'], 200],
  ['Authorization', ['Bearer merchant, Bearer merchant'], 200],
  ['Authorization', ['Bearer merchant', 'Bearer neighbour'], 401],
  ['Authorization', ['Bearer merchant, Bearer neighbour'], 401],
  ['Idempotency-Key', ['one', 'other'], 422],
  ['Idempotency-Key', ['', 'other'], 422],
  ['Content-Type', ['application/json', 'application/json'], 200],
  ['Content-Type', ['application/json', 'text/csv'], 422],
  ['Content-Encoding', ['identity', 'gzip'], 415],
  ['Host', ['x', 'x'], 200],
  ['Host', ['x', 'y'], 400],
])(
  'the header %s with %j is %i: the same value in two lines is that value, two values are none',
  async (name, values, status) => {
    const defaults = { Host: 'x', Authorization: 'Bearer merchant', 'Content-Type': 'application/json' }
    const others = Object.entries(defaults).filter(([own]) => own !== name)
    const lines = [...others, ...values.map((value) => [name, value])].map(([own, value]) => `${own}: ${value}\r\n`)
    const body = JSON.stringify(ORDER)
    const length = `Content-Length: ${body.length}\r\nConnection: close\r\n`
    const answer = await exchange(`POST /api/orders HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    if (status === 422) expect(answer).toMatch(`"property":"${name}"`)
  },
)

test('a body without content-length is 413 as soon as it is over 256 KiB, before 415', async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = { ...MERCHANT, 'content-type': 'text/plain', 'transfer-encoding': 'chunked' }
    const request = send({ port, host: '127.0.0.1', path: '/api/orders', method: 'POST', headers }, (answer) => {
      resolve(answer.statusCode)
      request.destroy()
    })
    request.on('error', reject)
    for (let size = 0; size <= 256; size += 64) request.write(Buffer.alloc(64 * 1024, 'x'))
  })
  expect(status).toBe(413)
})

test('a body of exactly 256 KiB is read', async () => {
  const frame = JSON.stringify({ ...ORDER, padding: '' })
  const payload = JSON.stringify({ ...ORDER, padding: 'x'.repeat(256 * 1024 - frame.length) })
  const headers = { ...MERCHANT, 'content-type': 'application/json' }
  expect((await app.inject({ method: 'POST', url: '/api/orders', headers, payload })).statusCode).toBe(200)
})

test.for([
  ['content-length and chunked', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two content-lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
  ['a bare line feed', 'X: y\nContent-Length: 0\r\n\r\n'],
] as const)('%s is 400 and the connection ends', async ([, rest]) => {
  const answer = await exchange(`POST /api/orders HTTP/1.1\r\nHost: x\r\n${rest}`)
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ errors: [expect.anything()], status: 400 })
})

/** Lines of the log that a request adds. */
async function linesOf(of: TinyApp, request: InjectOptions): Promise<Record<string, unknown>[]> {
  const before = of.log.length
  await of.app.inject(request)
  return of.log.slice(before).map((line) => JSON.parse(line))
}

test('the line of a payment has its processing code, and that of a refused request the fields', async () => {
  const [paid] = await linesOf(tiny, { method: 'POST', url: '/api/pay', headers: MERCHANT, payload: {} })
  expect(paid).toMatchObject({ msg: 'request', status: 200, processing_code: '1101' })
  expect(paid).not.toHaveProperty('refused_fields')
  const payload = { ...ORDER, amount: -1, currency: 'EURO' }
  const refused = { method: 'POST', url: '/api/orders', headers: MERCHANT, payload } as const
  const fields = ['amount', 'currency']
  expect(await linesOf(tiny, refused)).toMatchObject([{ status: 422, refused_fields: fields }])
  const headers = { ...MERCHANT, 'idempotency-key': 'x'.repeat(256) }
  const key = { method: 'POST', url: '/api/orders', headers, payload: ORDER } as const
  expect(await linesOf(tiny, key)).toMatchObject([{ status: 422, refused_fields: ['Idempotency-Key'] }])
})

test('health checks and scrapes are logged at info only if they fail', async () => {
  for (const url of ['/health/live', '/health/ready', '/metrics']) expect(await linesOf(tiny, { url })).toEqual([])
  const stopping = await tinyApp({ sql: database.sql, isStopping: () => true })
  expect(await linesOf(stopping, { url: '/health/ready' })).toMatchObject([{ level: 30, status: 503 }])
  await stopping.app.close()
  expect(await linesOf(tiny, { url: '/page' })).toMatchObject([{ level: 30, status: 200 }])
})

test('HEAD answers as GET without a body, and a path that is no URL is 400', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/health/live' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect((await app.inject({ url: '/api/%zz' })).json()).toMatchObject({ method: 'GET', status: 400 })
})

test('a gateway that is stopping is alive, serves, and is not ready', async () => {
  const { app: stopping } = await tinyApp({ sql: database.sql, isStopping: () => true })
  const paths = ['/health/live', '/health/ready', '/api/orders']
  const answers = await Promise.all(paths.map((url) => stopping.inject({ url, headers: MERCHANT })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 503, 200])
  expect(answers[1]!.json()).toEqual({ status: 'unavailable' })
  await stopping.close()
})

test('figures count requests by route and status, and in production need an operator', async () => {
  await app.inject({ url: '/api/orders?cursor=mer_1', headers: MERCHANT })
  const { body } = await app.inject({ url: '/metrics' })
  expect(body).toMatch(/tollgate_http_requests_total\{method="GET",route="\/api\/orders",status="200"\} \d/)
  expect(body).toContain('nodejs_eventloop_lag_seconds')
  expect(body).not.toMatch(/mer_1|client_1/)
  const statuses = [{}, MERCHANT, OPERATOR].map((headers) => production.inject({ url: '/metrics', headers }))
  expect((await Promise.all(statuses)).map(({ statusCode }) => statusCode)).toEqual([401, 403, 200])
})
