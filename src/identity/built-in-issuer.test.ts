import { createHmac, createPublicKey, type JsonWebKey, type webcrypto } from 'node:crypto'
import fc from 'fast-check'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { readBearerToken } from './bearer-token.ts'
import { createBuiltInIssuer } from './built-in-issuer.ts'
import { realmAt } from './realm.ts'
import type { TokenIssuer } from './token-issuer.ts'

const NOW = 1_800_000_000
const clock = { now: () => new Date(NOW * 1000) }
const realm = realmAt('https://pay.test', 'production', 'https://pay.test')
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const HEADER = { alg: 'RS256', typ: 'at+jwt', kid: 'ours' }
const CLAIMS: JWTPayload = {
  iss: 'https://pay.test/realms/production',
  aud: 'https://pay.test',
  sub: 'client',
  client_id: 'client',
  merchant_id: 'mer_1',
  scope: 'merchant',
  iat: NOW,
  exp: NOW + 300,
}

/** Only the tokens of narrow clients are looked up. */
const NO_DATABASE = undefined as never

const NO_MOVES = { issuers: [], find: async () => undefined }

let issuer: TokenIssuer
let privateKey: webcrypto.CryptoKey
let foreignKey: webcrypto.CryptoKey
let publicPem: string

beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  privateKey = pair.privateKey
  foreignKey = (await generateKeyPair('RS256', { extractable: true })).privateKey
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid: 'ours', alg: 'RS256', use: 'sig' }
  publicPem = createPublicKey({ key: publicJwk as JsonWebKey, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  }) as string
  issuer = createBuiltInIssuer(
    realm,
    { publicJwk, privateJwk: new Secret({}) },
    { clock, sql: NO_DATABASE, moves: NO_MOVES },
  )
})

const sign = (claims: object, header: object = {}, key = privateKey) =>
  new SignJWT({ ...CLAIMS, ...claims }).setProtectedHeader({ ...HEADER, ...header }).sign(key)

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function verify(token: string) {
  return issuer.callerOf(await issuer.check(readBearerToken(`Bearer ${token}`)), '203.0.113.7')
}

const refused = (token: string) =>
  expect(verify(token)).rejects.toMatchObject({ name: 'RequestError', kind: 'unauthenticated' })

describe('our token', () => {
  test('names its merchant and client', async () => {
    expect(await verify(await sign({}))).toEqual({ scope: 'merchant', merchantId: 'mer_1', clientId: 'client' })
  })

  test('holds until the second before it expires', async () => {
    await expect(verify(await sign({ exp: NOW + 1 }))).resolves.toBeDefined()
  })

  test('may be issued and begin to count up to 60 s ahead of our clock', async () => {
    await expect(verify(await sign({ iat: NOW + 60, nbf: NOW + 60 }))).resolves.toBeDefined()
    await expect(verify(await sign({ nbf: NOW + 2, exp: NOW + 1 }))).resolves.toBeDefined()
  })

  test('without a scope of the caller is forbidden, not unauthenticated', async () => {
    await expect(verify(await sign({ scope: undefined }))).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(verify(await sign({ scope: 'operator' }))).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(verify(await sign({ merchant_id: undefined }))).rejects.toMatchObject({ kind: 'forbidden' })
  })
})

describe('refused with 401 is', () => {
  const claims: [string, object][] = [
    ['expired now', { exp: NOW }],
    ['expired by a second', { exp: NOW - 1 }],
    ['without exp', { exp: undefined }],
    ['exp as a string', { exp: String(NOW + 300) }],
    ['not valid for more than 60 s', { nbf: NOW + 61 }],
    ['valid from a string on', { nbf: 'now' }],
    ['expired now and valid from later on', { nbf: NOW + 60, exp: NOW }],
    ['issued more than 60 s ahead', { iat: NOW + 61 }],
    ['issued at a string', { iat: 'now' }],
    ['of another realm', { iss: 'https://pay.test/realms/uat' }],
    ['of another issuer', { iss: 'https://evil.test/realms/production' }],
    ['without issuer', { iss: undefined }],
    ['for another audience', { aud: 'https://other.test' }],
    ['without audience', { aud: undefined }],
  ]
  test.each(claims)('a token %s', async (_name, change) => refused(await sign(change)))

  const headers: [string, object][] = [
    ['typ JWT', { typ: 'JWT' }],
    ['no typ', { typ: undefined }],
    ['an unknown kid', { kid: 'theirs' }],
    ['a kid with SQL in it', { kid: "' or 1=1" }],
    ['a kid that is a path', { kid: '../../etc/passwd' }],
  ]
  test.each(headers)('a token with %s', async (_name, change) => refused(await sign({}, change)))

  test('a token signed by another issuer, with any key named in its header', async () => {
    const jwk = await exportJWK(foreignKey)
    for (const header of [{}, { jku: 'https://evil.test/jwks' }, { x5u: 'https://evil.test/cert' }, { jwk }]) {
      await refused(await sign({}, header, foreignKey))
    }
  })

  test.each(['none', 'None', 'NONE', 'HS256', 'RS512', 'ES256', 'made-up', ''])('algorithm "%s"', async (alg) => {
    const input = `${encode({ ...HEADER, alg })}.${encode(CLAIMS)}`
    await refused(`${input}.`)
    await refused(`${input}.${createHmac('sha256', publicPem).update(input).digest('base64url')}`)
  })

  test('an unknown critical extension', async () => {
    const [, payload, signature] = (await sign({})).split('.')
    await refused(`${encode({ ...HEADER, crit: ['b65'], b65: true })}.${payload}.${signature}`)
  })

  test('a token with any single character changed', async () => {
    const token = await sign({})
    const change = fc.tuple(fc.nat(token.length - 1), fc.constantFrom(...BASE64URL, '.', '='))
    await fc.assert(
      fc.asyncProperty(change, async ([at, letter]) => {
        fc.pre(token[at] !== letter)
        await refused(`${token.slice(0, at)}${letter}${token.slice(at + 1)}`)
      }),
      { numRuns: 300 },
    )
  })

  test('another spelling of the same signature: spare bits set, padded, or cut', async () => {
    const token = await sign({})
    const endings = [...BASE64URL].filter((letter) => !token.endsWith(letter))
    for (const letter of endings) await refused(token.slice(0, -1) + letter)
    for (const end of [1, 2, 100]) await refused(token.slice(0, -end))
    for (const tail of ['A', 'AAAA', '=', '==', '.', '.AA']) await refused(`${token}${tail}`)
  })

  test('a token over 8 KB', async () => refused(await sign({ padding: 'x'.repeat(8192) })))
})

test('all refused tokens get one text', async () => {
  const tokens = [await sign({ exp: NOW - 1 }), await sign({}, {}, foreignKey), 'a.b.c', 'x'.repeat(9000)]
  const messages = await Promise.all(tokens.map((token) => verify(token).catch((error: Error) => error.message)))
  expect(new Set(messages).size).toBe(1)
})
