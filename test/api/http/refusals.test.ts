import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { MERCHANT, OPERATOR, ORDER, tinyApp } from './tiny-app.ts'

let database: FreshDatabase
let app: FastifyInstance
let limited: FastifyInstance

beforeAll(async () => {
  database = await freshDatabase()
  app = (await tinyApp({ sql: database.sql })).app
  limited = (await tinyApp({ sql: database.sql, config: { rateLimitPerSecond: 1 } })).app
})
afterAll(async () => {
  await app.close()
  await limited.close()
  await database.drop()
})

const JSON_TYPE = { 'content-type': 'application/json' }
const TOO_LARGE = JSON.stringify({ ...ORDER, reference: 'x'.repeat(256 * 1024) })

/** Each fault alone, in the order of docs/reference/requests.md#order-of-errors. */
const FAULTS: readonly { readonly status: number; readonly fault: InjectOptions }[] = [
  { status: 404, fault: { url: '/api/nowhere' } },
  { status: 405, fault: { method: 'PUT' } },
  { status: 401, fault: { headers: { authorization: 'Bearer nobody' } } },
  { status: 403, fault: { headers: OPERATOR } },
  { status: 413, fault: { payload: TOO_LARGE } },
  { status: 415, fault: { headers: { 'content-type': 'text/plain' } } },
  { status: 400, fault: { payload: '{' } },
  { status: 422, fault: { headers: { 'idempotency-key': 'k'.repeat(256) } } },
  { status: 422, fault: { payload: '{}' } },
]

const GOOD: InjectOptions = {
  method: 'POST',
  url: '/api/orders',
  headers: { ...MERCHANT, ...JSON_TYPE },
  payload: JSON.stringify(ORDER),
}

function withFaults(...faults: InjectOptions[]): InjectOptions {
  const headers = Object.assign({}, GOOD.headers, ...faults.map((fault) => fault.headers))
  return Object.assign({}, GOOD, ...faults, { headers })
}

const PAIRS = FAULTS.flatMap((first, index) => FAULTS.slice(index + 1).map((second) => ({ first, second })))
  // One request has one token and one body, so it cannot combine two of either.
  .filter(({ first, second }) => !(first.status === 401 && second.status === 403))
  .filter(({ first, second }) => !(first.fault.payload && second.fault.payload))

test('a request without fault is answered', async () => {
  expect((await app.inject(GOOD)).json()).toEqual(ORDER)
})

test.for(FAULTS)('$status $fault', async ({ status, fault }) => {
  const answer = await app.inject(withFaults(fault))
  expect(answer.statusCode).toBe(status)
  const method = fault.method ?? 'POST'
  if (status === 401 || status === 403) expect(answer.json()).toEqual({ error: expect.any(String) })
  else expect(answer.json()).toEqual({ errors: expect.any(Array), method, status })
})

test.for(PAIRS)('of two faults the earlier is answered: $first.status before $second.status', async (pair) => {
  const answer = await app.inject(withFaults(pair.second.fault, pair.first.fault))
  expect(answer.statusCode).toBe(pair.first.status)
})

test('a bad Idempotency-Key comes before a bad body', async () => {
  const answer = await app.inject(withFaults({ headers: { 'idempotency-key': '' } }, { payload: '{}' }))
  expect(answer.json().errors).toEqual([expect.objectContaining({ property: 'Idempotency-Key', params: ['1', '255'] })])
})

test('405 names the allowed methods', async () => {
  for (const method of ['DELETE', 'OPTIONS', 'TRACE', 'PUT', 'PATCH'] as const) {
    const answer = await app.inject({ method: method as 'DELETE', url: '/api/orders', headers: {} })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST, GET, HEAD'])
  }
  expect((await app.inject({ method: 'GET', url: '/api/orders/x/repeat?y=/' })).headers.allow).toBe('POST')
})

test('401 says how to authenticate, and nothing but 401 and 403 has a body with `error`', async () => {
  const answer = await app.inject(withFaults({ headers: { authorization: '' } }))
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
})

test('too many requests are 429 with Retry-After; status reads and 3DS steps have an allowance of their own', async () => {
  const statuses = async (options: InjectOptions) => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => limited.inject(options)))
    return answers.map(({ statusCode }) => statusCode)
  }
  const posts = await statuses(withFaults({ payload: TOO_LARGE }))
  expect(posts).toContain(413)
  expect(posts).toContain(429)
  expect(await statuses({ url: '/api/orders', headers: MERCHANT })).toContain(200)
  const refused = (await Promise.all(Array.from({ length: 4 }, () => limited.inject(GOOD)))).find(
    ({ statusCode }) => statusCode === 429,
  )
  expect([refused?.headers['retry-after'], refused?.json().status]).toEqual(['1', 429])
})

test.for([
  ['application/json; charset=utf-8', 200],
  ['Application/JSON', 200],
  ['application/json; charset=latin1', 415],
  ['application/json-patch+json', 415],
  ['nonsense', 415],
  ['application/x-www-form-urlencoded', 415],
] as const)('media type %s is %i', async ([type, status]) => {
  expect((await app.inject(withFaults({ headers: { 'content-type': type } }))).statusCode).toBe(status)
})

test('a compressed body is 415', async () => {
  expect((await app.inject(withFaults({ headers: { 'content-encoding': 'gzip' } }))).statusCode).toBe(415)
})

test('an empty body is 400 where one is needed and fine where none is', async () => {
  const empty = { method: 'POST', headers: MERCHANT } as const
  expect((await app.inject({ ...empty, url: '/api/orders' })).statusCode).toBe(400)
  expect((await app.inject({ ...empty, url: '/api/orders/x/repeat' })).json()).toEqual({ id: 'x' })
})

test('all errors of the body are reported together', async () => {
  const payload = JSON.stringify({
    reference: 'x'.repeat(41),
    amount: '100',
    currency: 'EUX',
    payment_method: { type: 'wallet-a', data: { token: '' } },
    customer: { email: 5, country: 'XX' },
    metadata: { ['k'.repeat(41)]: 1 },
    return_url: 'javascript:alert(1)',
  })
  const { errors } = (await app.inject(withFaults({ payload }))).json()
  const params = Object.fromEntries(
    errors.map((error: { property: string; params: string[] }) => [error.property, error.params]),
  )
  expect(params).toMatchObject({
    reference: ['40'],
    amount: ['1', '9223372036854775807'],
    currency: [],
    'payment_method.data.token': ['2'],
    'customer.email': ['string', 'null'],
    'customer.country': [],
    return_url: [],
  })
  expect(params[`metadata.${'k'.repeat(41)}`]).toEqual(['40'])
  expect(errors).toHaveLength(8)
})

test('what the schema cannot say is reported together with what it can', async () => {
  const payload = JSON.stringify({ ...ORDER, reference: 'forbidden', amount: 0, customer: { email: 7 } })
  const { errors } = (await app.inject(withFaults({ payload }))).json()
  expect(errors.map(({ property }: { property: string }) => property).sort()).toEqual(['amount', 'customer.email'])
})

test('a bad notification URL, alone or beside 422s, is 400', async () => {
  for (const extra of [{}, { amount: 0 }]) {
    const payload = JSON.stringify({ ...ORDER, ...extra, notification_url: 'http://bad' })
    const answer = await app.inject(withFaults({ payload }))
    expect([answer.statusCode, answer.json().status]).toEqual([400, 400])
    expect(answer.json().errors[0].property).toBe('notification_url')
  }
})

test('an unknown payment_method.type is one 422 on it; of a known one only its own errors are reported', async () => {
  const propertiesFor = async (payment_method: unknown) => {
    const { errors } = (await app.inject(withFaults({ payload: JSON.stringify({ ...ORDER, payment_method }) }))).json()
    return errors.map(({ property }: { property: string }) => property)
  }
  expect(await propertiesFor({ type: 'cash', data: {} })).toEqual(['payment_method.type'])
  expect(await propertiesFor({ type: 5 })).toEqual(['payment_method.type'])
  expect(await propertiesFor({})).toEqual(['payment_method.type'])
  expect(await propertiesFor('card')).toEqual(['payment_method'])
  expect(await propertiesFor({ type: 'card' })).toEqual(['payment_method.data'])
  expect(await propertiesFor({ type: 'card', data: {} })).toEqual(['payment_method.data.encrypted_cvv'])
  expect(await propertiesFor({ type: 'wallet-b', data: {} })).toEqual(['payment_method.data.token'])
})

test('an unknown query parameter is 422 and named, next to the other errors', async () => {
  const answer = await app.inject({ url: '/api/orders?limt=5&limit=0', headers: MERCHANT })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toMatchObject([
    { property: 'limt', message: expect.stringMatching(/no such query parameter; it accepts limit/) },
    { property: 'limit' },
  ])
})

test('a bad filter is 422', async () => {
  const read = (query: string) => app.inject({ url: `/api/orders?${query}`, headers: MERCHANT })
  expect((await read('limit=100')).json()).toMatchObject({ limit: 100 })
  for (const bad of [
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=1&limit=2',
    'limit=',
    'from=2026-02-30T00:00:00Z',
    'cursor=%00',
  ])
    expect((await read(bad)).statusCode, bad).toBe(422)
})
