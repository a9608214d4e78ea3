import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { issueClient, rotateClientSecret } from '#identity/issue-client.ts'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { type Gate, openGate } from './identity-app.ts'
import { createMerchant } from './merchants.ts'

let sql: Database
let database: FreshDatabase
let gate: Gate
let fields: { grant_type: string; client_id: string; client_secret: string }
let merchantId: string

beforeAll(async () => {
  database = await freshDatabase()
  sql = database.sql
  merchantId = await createMerchant(sql)
  const warn = vi.spyOn(console, 'warn')
  const info = vi.spyOn(console, 'info')
  gate = await openGate(sql)
  expect([...warn.mock.calls, ...info.mock.calls]).toEqual([])
  fields = await fieldsOf(merchantId)
})
afterAll(async () => {
  await gate.close()
  await database.drop()
})

async function fieldsOf(owner: string | null, scopes: readonly ('merchant' | 'operator')[] = ['merchant']) {
  const { clientId, clientSecret } = await issueClient(sql, { merchantId: owner, scopes })
  return { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret.reveal() }
}

const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` })

async function errorOf(response: Response) {
  return { status: response.status, error: ((await response.json()) as { error: string }).error }
}

describe('a token', () => {
  test('comes for client_id and client_secret in the form, lives 300 s and is never cached', async () => {
    const response = await gate.askForToken(fields)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'merchant',
    })
  })

  test('comes for HTTP Basic too', async () => {
    const { client_id, client_secret, grant_type } = fields
    const response = await gate.askForToken({ grant_type }, basic(client_id, client_secret))
    expect(response.status).toBe(200)
  })

  test('comes for an ID and a secret with blanks or a line end around them', async () => {
    const { client_id, client_secret, grant_type } = fields
    const pasted = { grant_type, client_id: ` ${client_id}`, client_secret: `${client_secret}\r\n` }
    expect((await gate.askForToken(pasted)).status).toBe(200)
    const headers = basic(`%20${client_id} `, `${client_secret}\r\n`)
    expect((await gate.askForToken({ grant_type }, headers)).status).toBe(200)
  })

  test('comes for no two Authorization headers, unless they are the same', async () => {
    const { client_id, client_secret, grant_type } = fields
    const right = basic(client_id, client_secret).authorization
    for (const [other, status] of [
      [right, 200],
      [basic(client_id, 'wrong').authorization, 401],
    ] as const) {
      const answer = Promise.withResolvers<number | undefined>()
      const headers = { authorization: [right, other], 'content-type': 'application/x-www-form-urlencoded' }
      const url = `${gate.realmUrl}/protocol/openid-connect/token`
      // Types of Node have one value for this header.
      const options = { method: 'POST', headers: headers as unknown as Record<string, string> }
      request(url, options, (response) => answer.resolve(response.resume().statusCode)).end(`grant_type=${grant_type}`)
      expect(await answer.promise).toBe(status)
    }
  })

  test('is a JWT after RFC 9068 that names issuer, audience, client and merchant', async () => {
    const { access_token } = (await (await gate.askForToken(fields)).json()) as { access_token: string }
    expect(decodeProtectedHeader(access_token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt', kid: expect.any(String) })
    const claims = decodeJwt(access_token)
    expect(claims).toMatchObject({
      iss: 'http://gateway.test/realms/uat',
      aud: 'http://gateway.test',
      sub: fields.client_id,
      client_id: fields.client_id,
      merchant_id: merchantId,
      scope: 'merchant',
      jti: expect.any(String),
    })
    expect(claims.exp! - claims.iat!).toBe(300)
  })

  test('is accepted by every process of the gateway', async () => {
    const { access_token } = (await (await gate.askForToken(fields)).json()) as { access_token: string }
    const other = await openGate(sql)
    const caller = { scope: 'merchant', merchantId, clientId: fields.client_id }
    expect(await other.identity.verify(`Bearer ${access_token}`)).toEqual(caller)
    expect(await gate.identity.verify([`bearer ${access_token}`])).toEqual(caller)
    await other.close()
  })

  test('of an operator names no merchant', async () => {
    const operator = await fieldsOf(null, ['operator'])
    const { access_token, scope } = (await (await gate.askForToken(operator)).json()) as Record<string, string>
    expect(scope).toBe('operator')
    expect(await gate.identity.verify(`Bearer ${access_token}`)).toEqual({
      scope: 'operator',
      clientId: operator.client_id,
    })
  })

  test('is stored nowhere', async () => {
    await gate.askForToken(fields)
    const rows = await sql`select count(*) as count from rate_counters`
    expect(rows[0]!.count).toBe(0n)
  })
})

describe('a refusal follows RFC 6749', () => {
  test('a wrong secret and an unknown client look the same', async () => {
    const wrong = await gate.askForToken({ ...fields, client_secret: 'wrong' })
    const unknown = await gate.askForToken({ ...fields, client_id: 'unknown' })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    const body = await wrong.json()
    expect(body).toMatchObject({ error: 'invalid_client' })
    expect(await unknown.json()).toEqual(body)
  })

  test('failed Basic authentication is challenged', async () => {
    const { client_id, grant_type } = fields
    const response = await gate.askForToken({ grant_type }, basic(client_id, 'wrong'))
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic /)
    expect(await errorOf(response)).toEqual({ status: 401, error: 'invalid_client' })
  })

  test.each([
    ['no credentials', { grant_type: 'client_credentials' }, 401, 'invalid_client'],
    [
      'an id with a NUL',
      { grant_type: 'client_credentials', client_id: 'a\0b', client_secret: 'x' },
      401,
      'invalid_client',
    ],
    ['an empty body', {}, 401, 'invalid_client'],
  ])('%s', async (_name, body, status, error) => {
    expect(await errorOf(await gate.askForToken(body as Record<string, string>))).toEqual({ status, error })
  })

  test.each(['refresh_token', 'password', 'implicit', 'made_up'])('grant %s', async (grant_type) => {
    const answer = await errorOf(await gate.askForToken({ ...fields, grant_type }))
    expect(answer).toEqual({ status: 400, error: 'unsupported_grant_type' })
  })

  test("a code, which only the dashboard's client is given", async () => {
    const code = { code: 'c'.repeat(43), redirect_uri: 'http://gateway.test/dashboard/callback' }
    const presented = { ...fields, ...code, code_verifier: 'v'.repeat(43), grant_type: 'authorization_code' }
    expect(await errorOf(await gate.askForToken(presented))).toEqual({ status: 400, error: 'unauthorized_client' })
    const bare = { ...fields, grant_type: 'authorization_code' }
    expect(await errorOf(await gate.askForToken(bare))).toEqual({ status: 400, error: 'unauthorized_client' })
    const wrong = { ...bare, client_secret: 'wrong' }
    expect(await errorOf(await gate.askForToken(wrong))).toEqual({ status: 401, error: 'invalid_client' })
    const dashboard = { grant_type: 'client_credentials', client_id: 'tollgate-dashboard' }
    expect(await errorOf(await gate.askForToken(dashboard))).toEqual({ status: 400, error: 'unauthorized_client' })
  })

  test('a missing grant_type', async () => {
    const { grant_type: _, ...rest } = fields
    expect(await errorOf(await gate.askForToken(rest))).toEqual({ status: 400, error: 'invalid_request' })
  })

  test('Basic and body credentials together', async () => {
    const response = await gate.askForToken(fields, basic(fields.client_id, fields.client_secret))
    expect(await errorOf(response)).toEqual({ status: 400, error: 'invalid_request' })
  })

  test.each(['grant_type', 'client_id', 'client_secret', 'scope'])('%s given twice', async (name) => {
    const query = new URLSearchParams({ scope: 'merchant', ...fields }).toString()
    const response = await gate.askForToken(`${query}&${name}=again`)
    expect(await errorOf(response)).toEqual({ status: 400, error: 'invalid_request' })
  })

  test('a JSON body', async () => {
    const response = await fetch(`${gate.realmUrl}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
    expect(await errorOf(response)).toEqual({ status: 400, error: 'invalid_request' })
  })

  test.each(['operator', 'merchant operator', 'made_up'])('scope %s', async (scope) => {
    expect(await errorOf(await gate.askForToken({ ...fields, scope }))).toEqual({ status: 400, error: 'invalid_scope' })
  })

  test('a resource that is not this gateway', async () => {
    const response = await gate.askForToken({ ...fields, resource: 'https://elsewhere.test' })
    expect(await errorOf(response)).toEqual({ status: 400, error: 'invalid_target' })
  })

  test('credentials in the address', async () => {
    const query = new URLSearchParams(fields)
    const response = await fetch(`${gate.realmUrl}/protocol/openid-connect/token?${query}`, { method: 'POST' })
    expect(await errorOf(response)).toEqual({ status: 401, error: 'invalid_client' })
  })

  test('a browser gets JSON as well', async () => {
    const response = await gate.askForToken({ ...fields, client_secret: 'wrong' }, { accept: 'text/html' })
    expect(response.headers.get('content-type')).toContain('application/json')
    expect((await errorOf(response)).error).toBe('invalid_client')
  })
})

describe('after a secret was rotated', () => {
  test('the old one is rejected immediately and the new one works', async () => {
    const old = await fieldsOf(merchantId)
    const { clientSecret } = await rotateClientSecret(sql, old.client_id, merchantId)
    expect((await gate.askForToken(old)).status).toBe(401)
    expect((await gate.askForToken({ ...old, client_secret: clientSecret.reveal() })).status).toBe(200)
  })

  test('no client rotates the secret of another merchant’s client', async () => {
    const other = await createMerchant(sql)
    await expect(rotateClientSecret(sql, fields.client_id, other)).rejects.toMatchObject({ kind: 'not-found' })
    await expect(rotateClientSecret(sql, fields.client_id, null)).rejects.toMatchObject({ kind: 'not-found' })
    expect((await gate.askForToken(fields)).status).toBe(200)
  })
})

describe('what the realm says about itself', () => {
  test('discovery names issuer, authorization and token endpoint, and JWKS', async () => {
    const response = await fetch(`${gate.realmUrl}/.well-known/openid-configuration`)
    expect(await response.json()).toMatchObject({
      issuer: 'http://gateway.test/realms/uat',
      authorization_endpoint: 'http://gateway.test/realms/uat/protocol/openid-connect/auth',
      token_endpoint: 'http://gateway.test/realms/uat/protocol/openid-connect/token',
      jwks_uri: 'http://gateway.test/realms/uat/protocol/openid-connect/certs',
      grant_types_supported: ['client_credentials', 'authorization_code'],
      response_types_supported: ['code'],
    })
  })

  test('people are sent on from the authorization endpoint only for the dashboard, and only back to it', async () => {
    const ask = (changes: Record<string, string>) => {
      const wanted = {
        client_id: 'tollgate-dashboard',
        response_type: 'code',
        scope: 'openid',
        code_challenge_method: 'S256',
      }
      const proof = { code_challenge: 'x'.repeat(43), redirect_uri: 'http://gateway.test/dashboard/callback' }
      const query = new URLSearchParams({ ...wanted, ...proof, ...changes })
      return fetch(`${gate.realmUrl}/protocol/openid-connect/auth?${query}`, { redirect: 'manual' })
    }
    const refused = [
      await ask({ redirect_uri: 'https://evil.example/dashboard/callback' }),
      await ask({ client_id: 'somebody-else' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400])
    const unproven = await ask({ code_challenge: '' })
    expect(unproven.headers.get('location')).toContain('error=invalid_request')
    expect((await ask({})).headers.get('location')).toMatch(/^\/dashboard\/sign-in\//)
  })

  test('the JWKS holds no private member', async () => {
    const response = await fetch(`${gate.realmUrl}/protocol/openid-connect/certs`)
    const { keys } = (await response.json()) as { keys: object[] }
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'e', 'kid', 'kty', 'n', 'use']])
  })

  test('there is no refresh, introspection or registration endpoint', async () => {
    for (const path of ['token/introspection', 'reg', 'me', 'session/end', 'device/auth']) {
      for (const method of ['GET', 'POST']) {
        expect((await fetch(`${gate.realmUrl}/protocol/openid-connect/${path}`, { method })).status).toBe(404)
        expect((await fetch(`${gate.url}/${path}`, { method })).status).toBe(404)
      }
    }
  })
})

test('processes that start together share one signing key', async () => {
  const { sql: empty, drop } = await freshDatabase()
  const gates = await Promise.all([openGate(empty), openGate(empty), openGate(empty)])
  const sets = await Promise.all(
    gates.map(async ({ realmUrl }) => (await fetch(`${realmUrl}/protocol/openid-connect/certs`)).text()),
  )
  expect(new Set(sets).size).toBe(1)
  expect(sets[0]).not.toBe(await (await fetch(`${gate.realmUrl}/protocol/openid-connect/certs`)).text())
  const stored = await empty<{ sealedJwk: Buffer }[]>`select sealed_jwk as "sealedJwk" from signing_keys`
  expect(stored).toHaveLength(1)
  expect(stored[0]!.sealedJwk.includes('"d"')).toBe(false)
  await Promise.all(gates.map((each) => each.close()))
  await drop()
})

test('while the database is away the answer is temporarily_unavailable, and the log names no secret', async () => {
  const lost = openDatabase(database.url, 'lost', 1)
  const stranded = await openGate(lost)
  await lost.end()
  const response = await stranded.askForToken(fields)
  expect(await errorOf(response)).toEqual({ status: 503, error: 'temporarily_unavailable' })
  expect(stranded.log).toHaveLength(1)
  expect(stranded.log[0]).not.toContain(fields.client_secret)
  await stranded.close()
})

test('pages of the gateway itself may ask for a token, pages of other origins may not', async () => {
  const from = (origin: string) => gate.askForToken(fields, { origin })
  const { access_token } = (await (await gate.askForToken(fields)).json()) as { access_token: string }
  const { origin } = new URL(decodeJwt(access_token).iss!)
  const named = origin.replace('127.0.0.1', 'localhost')
  expect([(await from(origin)).status, (await from(named)).status]).toEqual([200, 200])
  for (const foreign of ['https://elsewhere.example', named.replace('http', 'https'), `${named}1`, 'http://localhost'])
    expect(await errorOf(await from(foreign))).toEqual({ status: 400, error: 'invalid_request' })
})

test('only a hash of a client secret is stored', async () => {
  const [row] = await sql`select * from clients where client_id = ${fields.client_id}`
  expect(JSON.stringify(row)).not.toContain(fields.client_secret)
  expect(row!.secret_hash).toHaveLength(32)
})

test('a client that hangs up in the middle of a token request causes no error', async () => {
  gate.log.length = 0
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\ngrant_type='
  const head = `POST ${new URL(gate.realmUrl).pathname}/protocol/openid-connect/token HTTP/1.1\r\nHost: x\r\n${form}`
  // A busy machine has not read the beginning when the caller is gone already: the next one waits longer.
  for (let patience = 100; gate.log.length === 0; patience *= 2) {
    const socket = connect(Number(new URL(gate.url).port), '127.0.0.1')
    socket.write(head)
    await sleep(patience)
    socket.destroy()
    await sleep(patience)
  }
  const told = { level: 30, msg: 'token request aborted' }
  for (const line of gate.log) expect(JSON.parse(line)).toMatchObject(told)
})
