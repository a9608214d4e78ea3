import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { MERCHANT, ORDER, tinyApp } from './tiny-app.ts'

let database: FreshDatabase
let app: FastifyInstance
let production: FastifyInstance

beforeAll(async () => {
  database = await freshDatabase()
  app = (await tinyApp({ sql: database.sql })).app
  production = (await tinyApp({ sql: database.sql, realm: 'production' })).app
})
afterAll(async () => {
  await app.close()
  await production.close()
  await database.drop()
})

function post(payload: string, to = app) {
  return to.inject({
    method: 'POST',
    url: '/api/orders',
    headers: { ...MERCHANT, 'content-type': 'application/json' },
    payload,
  })
}

async function problemsOf(part: object, to = app): Promise<string[]> {
  const answer = await post(JSON.stringify({ ...ORDER, ...part }), to)
  return answer.statusCode === 200 ? [] : answer.json().errors.map(({ property }: { property: string }) => property)
}

test('NUL and lone surrogates in any string, keys too, are 422 naming the path', async () => {
  const bad = ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00\\ud800']
  for (const text of bad) {
    const answer = await post(
      `{"reference":"${text}","amount":1,"currency":"EUR","metadata":{"a":["x","${text}"],"${text}":1}}`,
    )
    const properties = answer.json().errors.map(({ property }: { property: string }) => property)
    expect([answer.statusCode, properties.slice(0, 2)]).toEqual([422, ['reference', 'metadata.a.1']])
    expect(properties[2]).toMatch(/^metadata\..*\uFFFD/)
  }
  expect((await post(`{"reference":"\\ud83d\\ude00","amount":1,"currency":"EUR"}`)).statusCode).toBe(200)
})

test('lengths count characters (code points)', async () => {
  expect(await problemsOf({ reference: '😀'.repeat(40) })).toEqual([])
  expect(await problemsOf({ reference: '😀'.repeat(41) })).toEqual(['reference'])
  expect(await problemsOf({ metadata: { ['😀'.repeat(40)]: '€'.repeat(8000) } })).toEqual([])
})

test('metadata holds 50 keys of 40 characters, values of 8,000 characters, 32 KiB in all', async () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
  const values = (size: number) => Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((key) => [key, 'x'.repeat(size)]))
  expect(await problemsOf({ metadata: keys(50) })).toEqual([])
  expect(await problemsOf({ metadata: keys(51) })).toEqual(['metadata'])
  expect(await problemsOf({ metadata: { ['k'.repeat(40)]: 'x'.repeat(8000) } })).toEqual([])
  expect(await problemsOf({ metadata: { a: 'x'.repeat(8001) } })).toEqual(['metadata.a'])
  expect(await problemsOf({ metadata: { a: { b: 'x'.repeat(7992) } } })).toEqual([])
  expect(await problemsOf({ metadata: { a: { b: 'x'.repeat(7993) } } })).toEqual(['metadata.a'])
  expect(await problemsOf({ metadata: values(6500) })).toEqual([])
  expect(await problemsOf({ metadata: values(6600) })).toEqual(['metadata'])
  for (const metadata of ['x', 1, [], true]) expect(await problemsOf({ metadata })).toEqual(['metadata'])
})

test('a number written unusually does not pass for an object', async () => {
  for (const field of ['metadata', 'customer', 'payment_method']) {
    const { errors } = (await post(`{"reference":"a","amount":1,"currency":"EUR","${field}":10.0}`)).json()
    expect(errors[0].property).toMatch(field)
  }
})

test('metadata comes back to the last digit, and __proto__ is data', async () => {
  const payload =
    '{"reference":"a","amount":9223372036854775807,"currency":"EUR","metadata":{"a":1.10,"__proto__":{"polluted":12345678901234567890}}}'
  expect((await post(payload)).body).toBe(payload)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('a currency that ISO 4217 does not know is 422', async () => {
  for (const currency of ['EUX', 'eur', 'EU', 'EURO', '', 978, null])
    expect(await problemsOf({ currency })).toEqual(['currency'])
})

test.for([
  ...['javascript:alert(1)', 'data:text/html,x', 'java\nscript:alert(1)', ' https://shop.example', '//evil.example'],
  ...['https:evil.example', 'https:///evil.example', 'https://user@shop.example', 'https://user:pass@shop.example'],
  ...[
    'https://@shop.example',
    'https://shop.example\\@evil.example',
    'ftp://shop.example',
    'https://',
    'https://shop.example/\r\nx: y',
  ],
  ...[
    'https://shop.example/\u0085',
    'https://[::1',
    `https://shop.example/${'x'.repeat(2048)}`,
    '/return',
    'http://:80',
  ],
])('the URL %j is 422', async (return_url) => {
  expect(await problemsOf({ return_url })).toEqual(['return_url'])
})

test('absolute http(s) URLs are taken, in production https only', async () => {
  for (const return_url of [
    'https://shop.example',
    'https://shop.example/a?b=c@d#e',
    'https://müller.example/ü',
    'https://1.2.3.4:8443/x',
  ])
    expect([await problemsOf({ return_url }), await problemsOf({ return_url }, production)]).toEqual([[], []])
  const plain = { return_url: 'http://shop.example/x' }
  expect([await problemsOf(plain), await problemsOf(plain, production)]).toEqual([[], ['return_url']])
})
