import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#store/connection/database.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { AUDIENCE, LOGIN, serviceToken, startForeignIssuer } from './foreign-issuer.ts'
import { type Gate, openGate } from './identity-app.ts'
import { createMerchant } from './merchants.ts'

const HOUR = 3_600_000

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

const refusedAs = (fault: string, found?: string) => {
  const line = JSON.parse(gate.log.at(-1)!)
  expect(line).toMatchObject({ msg: 'access token rejected', fault })
  if (found !== undefined) expect(line.found).toContain(found)
}

describe('with AUTH_URL set to another identity provider', () => {
  test('its client is the merchant that lists it', async () => {
    expect(await verify(issuer.sign({}))).toEqual({ scope: 'merchant', merchantId, clientId: 'shop' })
  })

  test('a client of OPERATOR_CLIENT_IDS is an operator', async () => {
    const token = issuer.sign({ azp: 'console', scope: 'operator' })
    expect(await verify(token)).toEqual({ scope: 'operator', clientId: 'console' })
  })

  test('an unknown client is unauthenticated until a merchant lists it, and again once it is removed', async () => {
    const token = await issuer.sign({ azp: 'newcomer' })
    await expect(verify(token)).rejects.toMatchObject({ kind: 'unauthenticated' })
    refusedAs('client', 'newcomer')
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
    ['without exp', { exp: undefined }, {}, 'times'],
    ['expired', { exp: 1000 }, {}, 'times'],
    ['of another issuer', { iss: 'http://gateway.test/realms/uat' }, {}, 'issuer'],
    ['without a client', { azp: undefined, client_id: undefined }, {}, 'client'],
    ['of two clients', { client_id: 'other' }, {}, 'client'],
    ['of another header type', {}, { typ: 'logout+jwt' }, 'kind'],
    ['signed by a key the issuer does not have', {}, { kid: 'other' }, 'key'],
  ])('a token %s is unauthenticated, and the log says why', async (_name, claims, header, fault) => {
    const token = await issuer.sign(claims, header)
    await expect(verify(token)).rejects.toMatchObject({ kind: 'unauthenticated' })
    refusedAs(fault)
    expect(gate.log.join()).not.toContain(token.split('.')[2])
  })

  test.each([
    ['Okta’s, which names its client cid', { azp: undefined, client_id: undefined, cid: 'shop' }, 'client_id or azp'],
    ['Entra’s of version 1, appid', { azp: undefined, client_id: undefined, appid: 'shop' }, 'client_id or azp'],
    [
      'Keycloak’s lightweight one',
      { preferred_username: undefined, sub: undefined },
      'preferred_username, gty or idtyp',
    ],
    ['one without an end', { exp: undefined }, 'exp'],
    ['one without an audience', { aud: undefined }, 'aud'],
  ])('the refusal of a token without a claim (%s) names it', async (_whose, claims, missing) => {
    await expect(verify(issuer.sign(claims))).rejects.toMatchObject({ message: expect.stringContaining(missing) })
  })

  test('the error of any other invalid token names nothing, nor that of a forged one that lacks a claim', async () => {
    const right = await issuer.sign({})
    const unsigned = await issuer.sign({ azp: undefined, client_id: undefined })
    const forged = unsigned.replace(/[^.]*$/, right.split('.')[2]!)
    const wrong = [forged, issuer.sign({ aud: 'x' }), issuer.sign({ azp: 'x' }), issuer.sign({ typ: 'ID' })]
    for (const token of [...wrong, issuer.sign({ preferred_username: 'anna' })])
      await expect(verify(token)).rejects.toMatchObject({
        message: expect.stringMatching(/^The access token is not valid/),
      })
  })

  test('a token may be issued and begin to count up to a minute ahead of our clock', async () => {
    const ahead = Math.floor(Date.now() / 1000) + 50
    expect(await verify(issuer.sign({ iat: ahead, nbf: ahead }))).toMatchObject({ merchantId })
    await expect(verify(issuer.sign({ nbf: ahead + 30 }))).rejects.toMatchObject({ kind: 'unauthenticated' })
    refusedAs('times')
  })

  test('the built-in token endpoint, discovery and JWKS are off', async () => {
    expect((await gate.askForToken({ grant_type: 'client_credentials' })).status).toBe(404)
    for (const path of ['.well-known/openid-configuration', 'protocol/openid-connect/certs']) {
      expect((await fetch(`${gate.realmUrl}/${path}`)).status).toBe(404)
    }
  })
})

describe('the audience of its tokens', () => {
  test('is the gateway: a token for another API, or without an audience, is unauthenticated', async () => {
    for (const aud of ['account', ['account', 'machines'], undefined, `${AUDIENCE}/`]) {
      await expect(verify(issuer.sign({ aud }))).rejects.toMatchObject({ kind: 'unauthenticated' })
      refusedAs('audience')
    }
    expect(await verify(issuer.sign({ aud: AUDIENCE }))).toMatchObject({ merchantId })
  })

  test('is AUTH_AUDIENCE where that is set', async () => {
    const named = await openGate(sql, { authUrl: issuer.url, authAudience: 'tollgate' })
    const ask = async (aud: string) => named.identity.verify(`Bearer ${await issuer.sign({ aud })}`)
    expect(await ask('tollgate')).toMatchObject({ merchantId })
    await expect(ask(AUDIENCE)).rejects.toMatchObject({ kind: 'unauthenticated' })
    await named.close()
  })
})

describe('what its tokens grant', () => {
  test.each([
    ['a scope', { scope: 'openid merchant' }],
    ['a role of the realm', { realm_access: { roles: ['merchant'] } }],
    ['a role of the client itself', { resource_access: { shop: { roles: ['merchant'] } } }],
    ['a role of the audience', { resource_access: { [AUDIENCE]: { roles: ['merchant'] } } }],
    ['a claim "roles"', { roles: ['merchant'] }],
  ])('may be said by %s', async (_name, claims) => {
    expect(await verify(issuer.sign({ scope: 'email', ...claims }))).toMatchObject({ scope: 'merchant', merchantId })
  })

  test.each([
    ['no scope at all', { scope: undefined }],
    ['a scope that only begins like ours', { scope: 'merchant-x xmerchant' }],
    ['the other scope', { scope: 'operator' }],
    ['a role of another API', { scope: '', resource_access: { machines: { roles: ['merchant'] } } }],
    ['a text where roles belong', { scope: '', roles: 'merchant', realm_access: 'merchant', resource_access: null }],
  ])('with %s is forbidden', async (_name, claims) => {
    await expect(verify(issuer.sign(claims))).rejects.toMatchObject({ kind: 'forbidden' })
  })

  test('the scope "merchant" makes no operator, and "operator" no merchant', async () => {
    await expect(verify(issuer.sign({ azp: 'console' }))).rejects.toMatchObject({ kind: 'forbidden' })
    const both = await createMerchant(sql, ['console'])
    expect(await verify(issuer.sign({ azp: 'console' }))).toMatchObject({ scope: 'merchant', merchantId: both })
    await sql`update merchants set external_client_ids = '{}' where merchant_id = ${both}`
  })
})

describe('whose tokens they are', () => {
  const bare = { typ: undefined, preferred_username: undefined, client_id: undefined }

  test.each([
    ['RFC 9068: the subject is the client', { azp: undefined, client_id: 'shop', sub: 'shop' }, 'at+jwt'],
    ['Auth0, its own dialect', { sub: 'shop@clients', gty: 'client-credentials' }, 'JWT'],
    ['Auth0, as RFC 9068 has it', { azp: undefined, client_id: 'shop', sub: 'shop@clients' }, 'at+jwt'],
    ['Entra ID', { idtyp: 'app', sub: 'f3a1', roles: ['merchant'] }, 'JWT'],
    ['Keycloak, whose user names are lower case', { preferred_username: 'service-account-shop' }, 'JWT'],
  ])('a service: %s', async (_name, claims, typ) => {
    expect(await verify(issuer.sign({ ...bare, ...claims }, { typ }))).toMatchObject({ merchantId })
  })

  test('a service of Keycloak with capitals in its client id', async () => {
    const id = await createMerchant(sql, ['WebShop'])
    const token = issuer.sign({ azp: 'WebShop', preferred_username: 'service-account-webshop' })
    expect(await verify(token)).toMatchObject({ merchantId: id })
  })

  test.each([
    ['a person signed in to a listed client', LOGIN, 'sid'],
    ['a person, without the claims of the session', { preferred_username: 'anna', client_id: undefined }, 'service'],
    ['a person of an RFC 9068 issuer', { ...bare, client_id: 'shop', sub: '8fd1' }, 'service'],
    ['a person of Entra ID', { ...bare, idtyp: 'user' }, 'service'],
    ['a person of Auth0', { ...bare, sub: 'auth0|5f7c', gty: 'password' }, 'service'],
    ['a person who took a service name', { ...LOGIN, preferred_username: 'service-account-shop' }, 'sid'],
    ['the service account of another client', { preferred_username: 'service-account-other' }, 'service'],
    ['an ID token of Keycloak', { typ: 'ID' }, 'typ'],
    ['a refresh token of Keycloak', { typ: 'Refresh' }, 'typ'],
    ['an ID token by its nonce', { ...bare, sub: 'shop', nonce: 'n-0S6' }, 'nonce'],
    ['an ID token by its at_hash', { ...bare, sub: 'shop', at_hash: 'MTIz' }, 'at_hash'],
    ['nobody', { ...bare, sub: undefined }, 'service'],
  ])('%s is unauthenticated, and the log says why', async (_name, claims, found) => {
    await expect(verify(issuer.sign(claims))).rejects.toMatchObject({ kind: 'unauthenticated' })
    refusedAs('kind', found)
  })
})

describe('the algorithm of its tokens', () => {
  test.each(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'])(
    '%s counts',
    async (alg) => {
      await issuer.rotate(alg)
      expect(await verify(issuer.sign({}))).toMatchObject({ merchantId })
    },
  )

  test('a shared secret or none is unauthenticated, and the log says why', async () => {
    const claims = { ...serviceToken('shop'), iss: `${issuer.url}/realms/uat`, exp: Math.floor(now() / 1000) + 300 }
    const shared = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(Buffer.alloc(32, 1))
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const token of [shared, `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`]) {
      await expect(verify(token)).rejects.toMatchObject({ kind: 'unauthenticated' })
      refusedAs('algorithm')
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

  test('are refreshed in the background: a withdrawn key stops counting', async () => {
    const exp = Math.floor(Date.now() / 1000) + 7200
    const tokens = await Promise.all(Array.from({ length: 100 }, (_, jti) => issuer.sign({ jti: `${jti}`, exp })))
    const next = () => verify(tokens.pop()!)
    await next()
    await issuer.rotate()
    issuer.state.keys.shift()
    ahead = HOUR / 4
    expect(await next()).toMatchObject({ merchantId })
    await expect.poll(() => issuer.state.asked).toBe(2)
    // A token that comes before the answer is accepted, and remembered.
    await expect.poll(() => next().catch(({ kind }) => kind), { interval: 300 }).toBe('unauthenticated')
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
