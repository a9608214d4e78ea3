import { randomBytes, type webcrypto } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setGroup } from '#domain/group.ts'
import { Secret } from '#domain/secret.ts'
import { eventually } from '#test/eventually.ts'
import type { RunningGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newVault } from '#test/vault.ts'
import type { Vault } from '#vault/vault.ts'
import { startAdminAppOn } from '../admin/admin-app.ts'
import { caller, newClient, tokenStatus } from '../identity/client-support.ts'
import { startGroup } from './move-rows.ts'

const otherMasterKey = new Secret(randomBytes(32))
const POLLS_MS = 1500
const NUMBER = new Secret('4111111111111111')

let app: RunningGateway
let sql: RunningGateway['database']['sql']
beforeAll(async () => {
  app = await startGroup('us1', { MASTER_KEY_PREVIOUS: otherMasterKey.reveal().toString('base64') })
  sql = app.database.sql
})
afterAll(() => app.close())

/** Acts as a process of eu1, which is where IDs and hash keys are made. */
async function inOtherGroup<T>(act: () => T | Promise<T>): Promise<T> {
  setGroup('eu1')
  try {
    return await act()
  } finally {
    setGroup('us1')
  }
}

/** A merchant with the IDs of eu1 in the database of us1. */
const newArrival = () => inOtherGroup(() => app.newMerchant())

describe('hashes of a merchant that came from another group', () => {
  const hashBy = (vault: Vault, merchantId: string) => vault.maskedCardOf(merchantId, NUMBER).hash
  const isKnown = (merchantId: string) => {
    try {
      return hashBy(app.gateway.vault, merchantId) !== ''
    } catch {
      return false
    }
  }
  const storeHashKeys = async (vault: Vault, merchantId: string) => {
    const keys = await inOtherGroup(() => vault.sealHashKeys(merchantId))
    for (const { purpose, sealedKey } of keys)
      await sql`insert into merchant_hash_keys (merchant_id, purpose, sealed_key)
        values (${merchantId}, ${purpose}, ${sealedKey})
        on conflict (merchant_id, purpose) do update set sealed_key = excluded.sealed_key`
    return keys
  }
  const resealed = async (merchantId: string) => {
    const rows = await sql`select purpose from merchant_hash_keys where merchant_id = ${merchantId}
      and substring(sealed_key from 2 for 4) = decode(${app.gateway.vault.masterKeyId}, 'hex')`
    return rows.length
  }

  it('are the same as before, also after a rotation of the master key; without keys that open a payment gets 503', async () => {
    const merchant = await newArrival()
    const { merchantId } = merchant
    const rejected = await merchant.authorize()
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '2'])
    await storeHashKeys(newVault(), merchantId)
    await sleep(POLLS_MS)
    expect((await merchant.authorize()).status).toBe(503)
    const other = newVault(otherMasterKey)
    const keys = await storeHashKeys(other, merchantId)
    const before = await inOtherGroup(() => hashBy(other, merchantId))
    await eventually('every process to know the keys', 5, async () => {
      const { status } = await merchant.authorize()
      return status === 200 && isKnown(merchantId)
    })
    expect((await merchant.authorize()).body.result).toMatchObject({ status: 'APPROVED' })
    expect([hashBy(app.gateway.vault, merchantId), await resealed(merchantId)]).toEqual([before, 0])
    const { operator } = await startAdminAppOn(app)
    expect((await operator('POST', '/admin/keys/rotate')).status).toBe(200)
    await eventually('the keys to be resealed', 10, async () => (await resealed(merchantId)) === keys.length)
    expect((await merchant.authorize()).body.result).toMatchObject({ status: 'APPROVED' })
    expect(hashBy(app.gateway.vault, merchantId)).toBe(before)
  })
})

describe('access tokens of the other group', () => {
  const ISSUER = 'https://eu1.pay.example/realms/uat'
  const AUDIENCE = 'https://eu1.pay.example'
  let privateKey: webcrypto.CryptoKey
  let foreignKey: webcrypto.CryptoKey
  let jwk: Record<string, unknown>
  beforeAll(async () => {
    const pair = await generateKeyPair('RS256', { extractable: true })
    privateKey = pair.privateKey
    foreignKey = (await generateKeyPair('RS256')).privateKey
    jwk = { ...(await exportJWK(pair.publicKey)), kid: 'eu1', alg: 'RS256', use: 'sig' }
  })

  const tokenOf = (claims: object, key = privateKey) =>
    new SignJWT({ iss: ISSUER, aud: AUDIENCE, client_id: 'client', scope: 'merchant', ...claims })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'eu1' })
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(key)

  const statusFor = async (token: string) => (await caller(app.baseUrl, token)('GET', '/api/transactions')).status

  async function arrive({ merchantId }: TestMerchant, state = 'HERE') {
    await sql`
      insert into merchant_moves (merchant_id, state, other_group, other_url, token_issuer, token_audience, token_keys,
        tokens_until)
      values (${merchantId}, ${state}, 'eu1', ${AUDIENCE}, ${ISSUER}, ${AUDIENCE},
        ${JSON.stringify([jwk])}::text::jsonb, now() + interval '5 minutes')`
  }

  const until = (token: string, status: number) =>
    eventually(`a token to get ${status}`, 5, async () => (await statusFor(token)) === status)

  it('work for the merchant that moved, until tokens_until', async () => {
    const merchant = await newArrival()
    const token = await tokenOf({ merchant_id: merchant.merchantId })
    expect(await statusFor(token)).toBe(401)
    await arrive(merchant)
    await until(token, 200)
    expect((await merchant.call('GET', '/api/transactions')).status).toBe(200)
    await sql`update merchant_moves set tokens_until = now() where merchant_id = ${merchant.merchantId}`
    await until(token, 401)
    expect(await statusFor(await tokenOf({ merchant_id: merchant.merchantId, jti: 'new' }))).toBe(401)
  })

  it('get 503 until the merchant is here, also at the token endpoint', async () => {
    const merchant = await newArrival()
    const token = await tokenOf({ merchant_id: merchant.merchantId })
    await arrive(merchant, 'ARRIVING')
    await until(token, 503)
    expect(await tokenStatus(app.baseUrl, merchant)).toBe(503)
    await sql`update merchant_moves set state = 'HERE' where merchant_id = ${merchant.merchantId}`
    await until(token, 200)
    expect(await tokenStatus(app.baseUrl, merchant)).toBe(200)
  })

  it('get 503 while the merchant goes back, then 421', async () => {
    const merchant = await newArrival()
    const token = await tokenOf({ merchant_id: merchant.merchantId })
    await arrive(merchant)
    await until(token, 200)
    for (const [state, status] of [
      ['SWITCHING', 503],
      ['AWAY', 421],
    ] as const) {
      await sql`update merchant_moves set state = ${state}, switched_at = now() where merchant_id = ${merchant.merchantId}`
      await until(token, status)
    }
  })

  it('work for no other merchant, no operator, and with no other key, issuer or audience', async () => {
    const [merchant, other] = [await newArrival(), await newArrival()]
    const { merchantId } = merchant
    await arrive(merchant)
    await until(await tokenOf({ merchant_id: merchantId }), 200)
    const own = { iss: `${app.baseUrl}/realms/uat`, aud: app.baseUrl, merchant_id: merchantId }
    const rejected = [
      tokenOf({ merchant_id: other.merchantId }),
      tokenOf({ merchant_id: merchantId }, foreignKey),
      tokenOf({ merchant_id: merchantId, iss: 'https://eu2.pay.example/realms/uat' }),
      tokenOf({ merchant_id: merchantId, aud: app.baseUrl }),
      tokenOf(own),
    ]
    for (const token of await Promise.all(rejected)) expect(await statusFor(token)).toBe(401)
    const operator = caller(app.baseUrl, await tokenOf({ scope: 'operator' }))
    expect((await operator('GET', '/admin/merchants')).status).toBe(401)
  })

  it('work for its limited clients, but not for those of another merchant', async () => {
    const [merchant, other] = [await newArrival(), await newArrival()]
    await arrive(merchant)
    const narrow = async (owner: TestMerchant) => {
      const { clientId } = await newClient(app.baseUrl, owner, { permissions: ['payments.read'] })
      return tokenOf({ client_id: clientId, limited: true })
    }
    await until(await narrow(merchant), 200)
    expect(await statusFor(await narrow(other))).toBe(401)
  })
})
