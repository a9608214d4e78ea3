import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get } from '#http/route.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { tinyApp } from './tiny-app.ts'

let database: FreshDatabase
let app: FastifyInstance

beforeAll(async () => {
  database = await freshDatabase()
  app = (await tinyApp({ sql: database.sql })).app
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

test('/openapi.json is OpenAPI 3.1 with every route that has a tag, and the token endpoint', async () => {
  const document = (await app.inject({ url: '/openapi.json' })).json()
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toEqual(['/realms/uat/protocol/openid-connect/token', '/api/orders'])
  expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
})

test('every operation lists its refusals, and every reference leads somewhere', async () => {
  const document = (await app.inject({ url: '/openapi.json' })).json()
  const { post, get } = document.paths['/api/orders']
  expect(Object.keys(post.responses)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '409',
    '413',
    '415',
    '421',
    '422',
    '429',
    '500',
    '503',
  ])
  expect(Object.keys(get.responses)).toEqual(['200', '400', '401', '403', '421', '422', '429', '500', '503'])
  expect(get.parameters.map(({ name }: { name: string }) => name)).toEqual(['limit', 'cursor', 'from'])
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
  for (const [, path] of references)
    expect(
      path!.split('/').reduce((part, key) => part?.[key], document),
      path,
    ).toBeDefined()
})

test('an operation asks for its scope; of another identity provider, which may not know it, for none', async () => {
  const read = async (config: object) => {
    const { app: other } = await tinyApp({ sql: database.sql, config })
    const document = (await other.inject({ url: '/openapi.json' })).json()
    await other.close()
    const { oauth } = document.components.securitySchemes
    const { security } = document.paths['/api/orders'].post
    return { security, scopes: Object.keys(oauth.flows.clientCredentials.scopes), words: oauth.description }
  }
  expect(await read({})).toEqual({
    security: [{ bearer: [] }, { oauth: ['merchant'] }],
    scopes: ['merchant', 'operator'],
  })
  const foreign = { authUrl: 'https://login.example', authAudience: 'https://pay.example' }
  expect(await read(foreign)).toEqual({
    security: [{ bearer: [] }, { oauth: [] }],
    scopes: [],
    words: expect.stringMatching(/`https:\/\/pay\.example`.*`merchant` or `operator`/),
  })
})

test('amounts keep the last digit of their bound, and internals do not leak into the schemas', async () => {
  const { body } = await app.inject({ url: '/openapi.json' })
  expect(body).toContain('"maximum":9223372036854775807')
  expect(body).not.toContain('"check"')
})

test('the reference works offline: everything comes from this server under a policy that allows nothing else', async () => {
  for (const url of ['/docs/api', '/docs/api/transactions', '/docs/api/codes-and-errors']) {
    const { body, statusCode, headers } = await app.inject({ url })
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'; script-src 'nonce-[^']+'; style-src 'nonce-/,
    )
    const [, nonce] = /script-src 'nonce-([^']+)'/.exec(String(headers['content-security-policy']))!
    const scripts = body.match(/<script [^>]*>/g)!
    expect(scripts.filter((script) => !(script.includes(` nonce="${nonce}"`) && script.includes(' src="')))).toEqual([])
    const loaded = [...body.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"/g)].map(
      ([, address]) => address!,
    )
    expect(loaded.length).toBeGreaterThan(2)
    expect(loaded.filter((address) => !address.startsWith('/assets/'))).toEqual([])
  }
  expect((await app.inject({ url: '/docs/api/nothing' })).statusCode).toBe(404)
})

test('a page of the documentation that was moved redirects permanently to its current address', async () => {
  const { statusCode, headers } = await app.inject({ url: '/docs/operate/cluster' })
  expect([statusCode, headers.location]).toEqual([301, '/docs/operate/high-availability'])
  expect((await app.inject({ url: '/docs/design' })).headers.location).toBe('/docs/contribute/design')
  expect((await app.inject({ url: '/docs/' })).headers.location).toBe('/docs')
  expect((await app.inject({ url: headers.location })).statusCode).toBe(200)
})

test.each([
  ['uat', 200, true],
  ['production', 404, false],
] as const)('in %s a simulator route answers %i, and the document says so', async (realm, status, isNamed) => {
  const simulator = get('/api/simulators/thing', {
    guard: 'open',
    tag: 'Simulators',
    operation: 'showThing',
    summary: 'A thing',
    uatOnly: true,
    handle: async () => ({ status: 200, json: {} }),
  })
  const { app } = await tinyApp({ sql: database.sql, realm, routes: [simulator] })
  expect((await app.inject({ url: '/api/simulators/thing' })).statusCode).toBe(status)
  const document = (await app.inject({ url: '/openapi.json' })).json()
  expect('/api/simulators/thing' in document.paths).toBe(isNamed)
  await app.close()
})
