import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isoSettings } from '#test/iso8583-sandbox/merchant.ts'
import { type AdminApp, INSTANT, refused, startAdminApp } from './admin-app.ts'

let app: AdminApp
beforeAll(async () => {
  app = await startAdminApp()
})
afterAll(() => app.close())

const DECLINES = { response_code: 'TRX_STATUS_DECLINED' }

function create(body: object, merchantId = app.merchant.merchantId) {
  return app.operator('POST', `/admin/merchants/${merchantId}/provider-accounts`, body)
}

describe('POST /admin/merchants/{id}/provider-accounts', () => {
  it('answers 201 with every field', async () => {
    const { status, body } = await create({ provider: 'card-simulator', name: 'Declines', settings: DECLINES })
    expect(status).toBe(201)
    expect(body).toEqual({
      provider_account_id: expect.stringMatching(/^acc_\w+$/),
      merchant_id: app.merchant.merchantId,
      provider: 'card-simulator',
      name: 'Declines',
      status: 'ACTIVE',
      settings: DECLINES,
      credentials: {},
      created_at: expect.stringMatching(INSTANT),
    })
    expect(await app.operator('GET', `/admin/provider-accounts/${body.provider_account_id}`)).toMatchObject({
      status: 200,
      body,
    })
  })

  it('reports all errors together', async () => {
    expect(refused(await create({ settings: 'none' }))).toEqual(['name', 'provider', 'settings'])
  })

  it('a provider this gateway does not run is a 422 that lists those it runs', async () => {
    const answer = await create({ provider: 'bank-of-nowhere', name: 'Nowhere' })
    expect(refused(answer)).toEqual(['provider'])
    expect(answer.body.errors[0].params).toContain('card-simulator')
  })

  it('settings the provider cannot use are a 422', async () => {
    const wrong = { provider: 'card-simulator', name: 'Wrong', settings: { response_code: 'MAYBE' } }
    expect(refused(await create(wrong))).toEqual(['settings.response_code'])
  })

  it('an acquirer’s account needs a Latin name for statements, the merchant’s or its own', async () => {
    const made = await app.operator('POST', '/admin/merchants', { name: 'Кафе & Бар' })
    const of = (settings: object) =>
      create(
        { provider: 'iso8583', name: 'Line', settings: { ...isoSettings(4999), ...settings } },
        made.body.merchant_id,
      )
    expect(refused(await of({}))).toEqual(['settings.statement_name'])
    expect(refused(await of({ statement_name: 'Кафе' }))).toEqual(['settings.statement_name'])
    const { status, body } = await of({ statement_name: 'Kafe i Bar' })
    expect(status).toBe(201)
    const path = `/admin/provider-accounts/${body.provider_account_id}`
    const without = await app.operator('PATCH', path, { settings: isoSettings(4999) })
    expect(refused(without)).toEqual(['settings.statement_name'])
  })

  it('for an unknown merchant is 404', async () => {
    expect(await create({ provider: 'card-simulator', name: 'Lost' }, 'mer_unknown')).toMatchObject({ status: 404 })
  })
})

describe('GET /admin/merchants/{id}/provider-accounts', () => {
  it('shows every account as its creation did, newest first', async () => {
    const { merchantId } = await app.newMerchant()
    const one = (await create({ provider: 'card-simulator', name: 'One' }, merchantId)).body
    const two = (await create({ provider: 'card-simulator', name: 'Two' }, merchantId)).body
    const { items } = (await app.operator('GET', `/admin/merchants/${merchantId}/provider-accounts`)).body
    expect(items.slice(0, 2)).toEqual([two, one])
    expect(items.map((account: object) => Object.keys(account))).toEqual(items.map(() => Object.keys(one)))
  })
})

describe('GET and PATCH /admin/provider-accounts/{id}', () => {
  it('changes what is said and leaves the rest', async () => {
    const { body: created } = await create({ provider: 'card-simulator', name: 'First' })
    const path = `/admin/provider-accounts/${created.provider_account_id}`
    for (const [field, value] of Object.entries({ name: 'Second', settings: DECLINES, status: 'INACTIVE' })) {
      const before = (await app.operator('GET', path)).body
      const { status, body } = await app.operator('PATCH', path, { [field]: value })
      expect(status).toBe(200)
      expect(body).toEqual({ ...before, [field]: value })
      expect((await app.operator('GET', path)).body).toEqual(body)
    }
  })

  it('reports all errors together', async () => {
    const { body } = await create({ provider: 'card-simulator', name: 'Strict' })
    const path = `/admin/provider-accounts/${body.provider_account_id}`
    expect(refused(await app.operator('PATCH', path, { name: '', status: 'x' }))).toEqual(['name', 'status'])
    expect(refused(await app.operator('PATCH', path, { settings: { response_code: 7 } }))).toEqual([
      'settings.response_code',
    ])
  })

  it.each(['GET', 'PATCH'])('%s of an unknown account is 404', async (method) => {
    const path = '/admin/provider-accounts/acc_unknown'
    expect(await app.operator(method, path, method === 'PATCH' ? {} : undefined)).toMatchObject({ status: 404 })
  })
})

it('settings.response_code of an account decides the outcome of payments over it', async () => {
  const merchant = await app.newMerchant()
  const { body } = await create(
    { provider: 'card-simulator', name: 'Declines', settings: DECLINES },
    merchant.merchantId,
  )
  await app.operator('PATCH', `/admin/terminals/${merchant.terminalId}`, {
    provider_accounts: [body.provider_account_id],
  })
  const { result } = (await merchant.authorize()).body
  expect(result).toMatchObject({
    status: 'DECLINED',
    processing_result: { payment_provider_account_id: body.provider_account_id },
  })
})
