import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encryptCard } from '#test/card-encryption.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { type AdminApp, refused, startAdminApp } from './admin-app.ts'

// An admin change holds for every request that starts after its answer, on every process
// (docs/reference/identity.md#changes-by-an-operator).

let app: AdminApp
let addresses: string[]
let merchant: TestMerchant
beforeAll(async () => {
  app = await startAdminApp()
  addresses = [app.baseUrl, await app.secondApi()]
})
afterAll(() => app.close())

/** Both processes have taken a payment of this merchant, so that both remember how things were. */
beforeEach(async () => {
  merchant = await app.newMerchant()
  for (const { status } of await payEverywhere()) expect(status).toBe('APPROVED')
})

async function pay(at: string, publicKey = merchant.publicKey) {
  const payment_method = { type: 'card', data: encryptCard(publicKey) }
  const options = { body: merchant.order({ payment_method }), at }
  const { body } = await merchant.call('POST', '/api/transactions/authorize', options)
  return body.result as { status: string; processing_code: string; errors: { property: string }[] }
}

const payEverywhere = (publicKey?: string) => Promise.all(addresses.map((at) => pay(at, publicKey)))

async function change(path: string, body: object) {
  expect(await app.operator('PATCH', path, body)).toMatchObject({ status: 200 })
}

const ofTerminal = () => `/admin/terminals/${merchant.terminalId}`
const ofMerchant = () => `/admin/merchants/${merchant.merchantId}`

describe('from its answer on, on every process,', () => {
  it.each<[string, () => string, object, string]>([
    ['an inactive merchant', ofMerchant, { status: 'INACTIVE' }, '2017'],
    ['an inactive terminal', ofTerminal, { status: 'INACTIVE' }, '2014'],
    ['a terminal that accepts no payments', ofTerminal, { accepts_payments: false }, '2015'],
    ['a terminal without this currency', ofTerminal, { currencies: ['USD'] }, '2015'],
    ['a terminal without this method', ofTerminal, { payment_methods: ['PAYOUT'] }, '2015'],
    ['a terminal without this transaction type', ofTerminal, { transaction_types: ['AUTHORIZE'] }, '2015'],
  ])('%s refuses', async (_what, path, off, processing_code) => {
    await change(path(), off)
    for (const result of await payEverywhere()) expect(result).toMatchObject({ status: 'INVALID', processing_code })
  })

  it.each<[string, () => string, object, object]>([
    ['merchant', ofMerchant, { status: 'INACTIVE' }, { status: 'ACTIVE' }],
    ['terminal', ofTerminal, { status: 'INACTIVE' }, { status: 'ACTIVE' }],
    ['terminal', ofTerminal, { currencies: ['USD'] }, { currencies: null }],
  ])('a %s that is put right again pays', async (_what, path, off, on) => {
    await change(path(), off)
    await payEverywhere()
    await change(path(), on)
    for (const { status } of await payEverywhere()) expect(status).toBe('APPROVED')
  })

  it('a merchant without an active provider account is refused with 2015', async () => {
    const { body } = await app.operator('GET', `${ofMerchant()}/provider-accounts`)
    for (const { provider_account_id } of body.items) {
      await change(`/admin/provider-accounts/${provider_account_id}`, { status: 'INACTIVE' })
    }
    for (const result of await payEverywhere()) {
      expect(result).toMatchObject({ status: 'INVALID', processing_code: '2015' })
    }
  })
})

describe('POST /admin/merchants/{id}/rotate-encryption-key', () => {
  it('answers a new public key that works immediately on every process, and the old one keeps decrypting', async () => {
    const { status, body } = await app.operator('POST', `${ofMerchant()}/rotate-encryption-key`)
    expect(status).toBe(200)
    expect(body).toEqual({ public_key: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n/) })
    expect(body.public_key).not.toBe(merchant.publicKey)
    expect((await app.operator('GET', ofMerchant())).body.public_key).toBe(body.public_key)
    for (const key of [body.public_key, merchant.publicKey]) {
      for (const { status: outcome } of await payEverywhere(key)) expect(outcome).toBe('APPROVED')
    }
  })

  it('after its grace period the old key decrypts no longer', async () => {
    const { body } = await app.operator('POST', `${ofMerchant()}/rotate-encryption-key`)
    await app.database.sql`update encryption_keys set retires_at = now()
      where merchant_id = ${merchant.merchantId} and retires_at is not null`
    await app.operator('PATCH', ofMerchant(), { name: 'A change makes every process look again' })
    const data = encryptCard(merchant.publicKey)
    const old = await merchant.authorize({ payment_method: { type: 'card', data } })
    expect(refused(old)).toEqual(
      Object.keys(data)
        .map((field) => `payment_method.data.${field}`)
        .sort(),
    )
    for (const { status } of await payEverywhere(body.public_key)) expect(status).toBe('APPROVED')
  })
})
