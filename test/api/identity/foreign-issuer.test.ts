import type { webcrypto } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#store/connection/database.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { type Gate, openGate, serve } from './gate.ts'
import { createMerchant } from './merchants.ts'

const HOUR = 3_600_000

/** A small Keycloak: it signs, hands out its keys, rotates them and may be away. */
async function startForeignIssuer() {
  const state = { keys: [] as JWK[], away: false, asked: 0 }
  let signing: { kid: string; key: webcrypto.CryptoKey }
  const server = await serve((request, response) => {
    state.asked += 1
    const found = request.url === '/realms/uat/protocol/openid-connect/certs' && !state.away
    response.writeHead(found ? 200 : 503, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ keys: state.keys }))
  })
  const rotate = async () => {
    const kid = `key${state.keys.length}`
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
    state.keys.push({ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' })
    signing = { kid, key: privateKey }
  }
  const sign = (claims: object, header: object = {}, now = Date.now()) => {
    const iat = Math.floor(now / 1000)
    const base = { iss: `${server.url}/realms/uat`, azp: 'shop', typ: 'Bearer', aud: 'account', iat, exp: iat + 300 }
    return new SignJWT({ ...base, ...claims })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: signing.kid, ...header })
      .sign(signing.key)
  }
  await rotate()
  return { ...server, state, rotate, sign }
}

let database: FreshDatabase
let sql: Database
let merchantId: string
let issuer: Awaited<ReturnType<typeof startForeignIssuer>>
let gate: Gate
let ahead: number

const now = () => Date.now() + ahead
const verify = async (token: string | Promise<string>) => gate.identity.verify(`Bearer ${await token}`)

beforeAll(async () => {
  database = await freshDatabase()
  sql = database.sql
  merchantId = await createMerchant(sql, ['shop', 'shop-backup'])
})
afterAll(() => database.drop())
beforeEach(async () => {
  ahead = 0
  issuer = await startForeignIssuer()
  const clock = { now: () => new Date(now()) }
  gate = await openGate(sql, { authUrl: issuer.url, clock, operators: ['console'] })
})
afterEach(async () => {
  await gate.close()
  await issuer.close()
})

describe('with AUTH_URL set to another identity provider', () => {
  test('its client is the merchant that lists it, by azp or client_id', async () => {
    expect(await verify(issuer.sign({}))).toEqual({ scope: 'merchant', merchantId, clientId: 'shop' })
    const byClientId = issuer.sign({ azp: undefined, client_id: 'shop-backup' }, { typ: 'at+jwt' })
    expect(await verify(byClientId)).toMatchObject({ merchantId, clientId: 'shop-backup' })
  })

  test('a client of OPERATOR_CLIENT_IDS is an operator', async () => {
    expect(await verify(issuer.sign({ azp: 'console' }))).toEqual({ scope: 'operator', clientId: 'console' })
  })

  test('an unknown client is nobody until a merchant lists it, and again once it is removed', async () => {
    const token = await issuer.sign({ azp: 'newcomer' })
    await expect(verify(token)).rejects.toMatchObject({ kind: 'unauthenticated' })
    const newcomer = await createMerchant(sql, ['newcomer'])
    expect(await verify(token)).toMatchObject({ merchantId: newcomer })
    await sql`update merchants set external_client_ids = '{}' where merchant_id = ${newcomer}`
    await expect(verify(token)).rejects.toMatchObject({ kind: 'unauthenticated' })
  })

  test('a client listed by two merchants speaks for neither', async () => {
    await Promise.all([createMerchant(sql, ['both']), createMerchant(sql, ['both'])])
    await expect(verify(issuer.sign({ azp: 'both' }))).rejects.toMatchObject({ kind: 'unauthenticated' })
  })

  test.each([
    ['without exp', { exp: undefined }, {}],
    ['expired', { exp: 1000 }, {}],
    ['of another issuer', { iss: 'http://gateway.test/realms/uat' }, {}],
    ['an ID token', { typ: 'ID' }, {}],
    ['without a client', { azp: undefined }, {}],
    ['of another header type', {}, { typ: 'logout+jwt' }],
  ])('a token %s is unauthenticated', async (_name, claims, header) => {
    await expect(verify(issuer.sign(claims, header))).rejects.toMatchObject({ kind: 'unauthenticated' })
  })

  test('the built-in token endpoint, discovery and JWKS are off', async () => {
    expect((await gate.askForToken({ grant_type: 'client_credentials' })).status).toBe(404)
    for (const path of ['.well-known/openid-configuration', 'protocol/openid-connect/certs']) {
      expect((await fetch(`${gate.realmUrl}/${path}`)).status).toBe(404)
    }
  })
})

describe('its keys', () => {
  test('are fetched once for many tokens', async () => {
    for (let index = 0; index < 20; index += 1) await verify(issuer.sign({ jti: index }))
    expect(issuer.state.asked).toBe(1)
  })

  test('may rotate: a token of the new key is accepted, one of the old still is', async () => {
    const old = await issuer.sign({})
    await verify(old)
    await issuer.rotate()
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await verify(issuer.sign({ jti: 'new' }))).toMatchObject({ merchantId })
    expect(await verify(issuer.sign({ jti: 'newer' }))).toMatchObject({ merchantId })
    expect(await verify(old)).toMatchObject({ merchantId })
  })

  test('serve on through an outage, and fail closed after an hour of it', async () => {
    await verify(issuer.sign({}))
    issuer.state.away = true
    ahead = HOUR / 2
    expect(await verify(issuer.sign({}, {}, now()))).toMatchObject({ merchantId })
    ahead = HOUR + 1000
    await expect(verify(issuer.sign({}, {}, now()))).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 5 })
    issuer.state.away = false
    expect(await verify(issuer.sign({}, {}, now()))).toMatchObject({ merchantId })
  })

  test('are refreshed in the background: a key taken back stops counting', async () => {
    const exp = Math.floor(Date.now() / 1000) + 7200
    const [first, second, third] = await Promise.all(['1', '2', '3'].map((jti) => issuer.sign({ jti, exp })))
    await verify(first!)
    await issuer.rotate()
    issuer.state.keys.shift()
    ahead = HOUR / 4
    expect(await verify(second!)).toMatchObject({ merchantId })
    await expect.poll(() => issuer.state.asked).toBe(2)
    // The answer is on its way; a token that came before it would be accepted and remembered.
    await new Promise((resolve) => setTimeout(resolve, 200))
    await expect(verify(third!)).rejects.toMatchObject({ kind: 'unauthenticated' })
  })

  test('never had: the gateway says unavailable, not unauthenticated', async () => {
    issuer.state.away = true
    await expect(verify(issuer.sign({}))).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('larger than a megabyte are not read', async () => {
    issuer.state.keys.push({ kty: 'RSA', n: 'A'.repeat(1_100_000), e: 'AQAB' })
    await expect(verify(issuer.sign({}))).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('an unknown key id costs at most one fetch a second', async () => {
    await verify(issuer.sign({}))
    for (let index = 0; index < 10; index += 1) {
      const forged = issuer.sign({}, { kid: `made-up-${index}` })
      await expect(verify(forged)).rejects.toMatchObject({ kind: 'unauthenticated' })
    }
    expect(issuer.state.asked).toBeLessThanOrEqual(3)
  })
})
