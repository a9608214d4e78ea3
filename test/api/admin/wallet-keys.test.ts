import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureWalletKey } from '#flows/admin/wallet-keys.ts'
import { freshDatabase } from '#test/database.ts'
import { newVault } from '#test/vault.ts'
import { FIELD, pay, refusedFields, withProof } from '../wallet-tokens/wallet.ts'
import { type AdminApp, INSTANT, refused, startAdminApp } from './admin-app.ts'

let app: AdminApp
beforeAll(async () => {
  app = await startAdminApp({ isOwn: true })
})
afterAll(() => app.close())

const create = (body: unknown = {}) => app.operator('POST', '/admin/wallet-keys', body)
const list = async () => (await app.operator('GET', '/admin/wallet-keys')).body.items
const newPem = (type: 'pkcs8' | 'sec1' = 'pkcs8', namedCurve = 'prime256v1') =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type, format: 'pem' }) as string

describe('POST /admin/wallet-keys', () => {
  it('answers 201 with every field', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body).toEqual({
      wallet_key_id: expect.stringMatching(/^key_\w+$/),
      public_key: expect.stringMatching(/^B[\w+/]{86}=$/),
      status: 'ACTIVE',
      created_at: expect.stringMatching(INSTANT),
    })
    expect((await app.operator('GET', `/admin/wallet-keys/${body.wallet_key_id}`)).body).toEqual(body)
    expect((await list())[0]).toEqual(body)
  })

  it.each(['pkcs8', 'sec1'] as const)('takes over a key in PEM (%s), which wallets then encrypt for', async (type) => {
    const { status, body } = await create({ private_key: newPem(type) })
    expect(status).toBe(201)
    expect(Object.keys(body)).not.toContain('private_key')
    const paid = await pay(app.merchant, await withProof(app.merchant))
    expect(paid.body.result.status).toBe('APPROVED')
  })

  it('the same key twice, a key of another curve and junk are a 422', async () => {
    const pem = newPem()
    expect((await create({ private_key: pem })).status).toBe(201)
    for (const private_key of [pem, newPem('pkcs8', 'secp384r1'), 'junk', '', 7]) {
      expect(refused(await create({ private_key }))).toEqual(['private_key'])
    }
  })

  it('is in the audit log, without the private key', async () => {
    const pem = newPem()
    const { body } = await create({ private_key: pem })
    const { items } = (await app.operator('GET', '/admin/audit-log')).body
    expect(items[0]).toMatchObject({
      merchant_id: null,
      actor: app.operatorId,
      action: 'wallet-key.imported',
      subject: body.wallet_key_id,
      changes: { public_key: body.public_key },
    })
    expect(JSON.stringify(items)).not.toContain(pem.split('\n')[1])
  })
})

describe('a retired key', () => {
  it('opens nothing from the answer on, on every process; the keys beside it go on', async () => {
    const second = await app.secondApi()
    await create()
    const [newest] = await list()
    const before = await withProof(app.merchant)
    const { wallet_key_id } = (await create()).body
    const after = await withProof(app.merchant)
    const { status, body } = await app.operator('POST', `/admin/wallet-keys/${newest.wallet_key_id}/retire`)
    expect({ status, body }).toEqual({ status: 200, body: { ...newest, status: 'RETIRED' } })
    for (const at of [app.baseUrl, second]) {
      expect(refusedFields(await pay(app.merchant, before, {}, at))).toEqual([FIELD])
    }
    expect((await pay(app.merchant, after, {}, second)).body.result.status).toBe('APPROVED')
    expect((await app.operator('GET', `/admin/wallet-keys/${wallet_key_id}`)).body.status).toBe('ACTIVE')
  })

  it('stays retired, and is written down once', async () => {
    const { wallet_key_id } = (await create()).body
    const path = `/admin/wallet-keys/${wallet_key_id}/retire`
    const [first, again] = [await app.operator('POST', path), await app.operator('POST', path)]
    expect(again).toMatchObject({ status: 200, body: first.body })
    const { items } = (await app.operator('GET', '/admin/audit-log')).body
    const entries = items.filter(({ subject }: { subject: string }) => subject === wallet_key_id)
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'wallet-key.retired',
      'wallet-key.created',
    ])
  })
})

it.each([
  ['GET', '/admin/wallet-keys/key_unknown'],
  ['POST', '/admin/wallet-keys/key_unknown/retire'],
])('%s %s is 404', async (method, path) => {
  expect(await app.operator(method, path)).toMatchObject({ status: 404 })
})

it('on the first start one pair is made, however many processes come concurrently', async () => {
  const { sql, drop } = await freshDatabase()
  const vault = newVault()
  await Promise.all(Array.from({ length: 6 }, () => ensureWalletKey({ sql, vault })))
  await ensureWalletKey({ sql, vault })
  expect(await sql`select key_id from wallet_keys`).toHaveLength(1)
  await drop()
})
