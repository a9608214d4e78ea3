import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminApp, INSTANT, refused, startAdminApp } from './admin-app.ts'

let app: AdminApp
let account: string
beforeAll(async () => {
  app = await startAdminApp()
  const accounts = await app.operator('GET', `/admin/merchants/${app.merchant.merchantId}/provider-accounts`)
  account = accounts.body.items[0].provider_account_id
})
afterAll(() => app.close())

const create = (body: object) => app.operator('POST', `/admin/merchants/${app.merchant.merchantId}/terminals`, body)

const everything = () => ({
  name: 'Web shop',
  currencies: ['EUR', 'RON'],
  transaction_types: ['AUTHORIZE', 'PURCHASE'],
  payment_methods: ['card', 'OPEN_BANKING', 'PAYOUT'],
  provider_accounts: [account],
  allowed_origins: ['https://shop.example', 'http://localhost:8080'],
  allow_unauthenticated: true,
  receipts: 'link' as const,
  accepts_payments: false,
  exemptions: ['LOW_VALUE'],
  card_testing_limit: { cards: 5, window_seconds: 900 },
  three_ds: requestor(),
})

function requestor() {
  return {
    requestor_url: 'https://shop.example/',
    merchant_name: 'Larkspur Coffee',
    merchant_category_code: '5814',
    merchant_country: 'RO',
    acquirer_bin: '438309',
    acquirer_merchant_id: '00002000000',
    networks: { mastercard: { acquirer_bin: '545301', acquirer_merchant_id: 'LARKSPUR 1' } },
  }
}

const NO_LIMITS = {
  currencies: null,
  transaction_types: null,
  payment_methods: null,
  provider_accounts: null,
  allowed_origins: null,
  allow_unauthenticated: false,
  accepts_payments: true,
  card_testing_limit: null,
  three_ds: null,
}

describe('POST /admin/merchants/{id}/terminals', () => {
  it('answers 201 with every field and an id of at most 20 characters', async () => {
    const { status, body } = await create(everything())
    expect(status).toBe(201)
    expect(body).toEqual({
      ...everything(),
      terminal_id: expect.stringMatching(/^\w{5,20}$/),
      merchant_id: app.merchant.merchantId,
      status: 'ACTIVE',
      created_at: expect.stringMatching(INSTANT),
    })
  })

  it('absent lists mean everything', async () => {
    expect(await create({ name: 'Plain' })).toMatchObject({ status: 201, body: { name: 'Plain', ...NO_LIMITS } })
  })

  it('reports all errors together', async () => {
    const wrong = {
      currencies: ['EUR', 'ABC'],
      transaction_types: ['REFUND'],
      payment_methods: ['card', 'crad'],
      allowed_origins: ['https://shop.example/', '*', 'https://shop.example', 'https://Shop.example'],
      allow_unauthenticated: 1,
      accepts_payments: 'no',
      receipts: 'some',
    }
    expect(refused(await create(wrong))).toEqual([
      'accepts_payments',
      'allow_unauthenticated',
      'allowed_origins.0',
      'allowed_origins.1',
      'allowed_origins.3',
      'currencies.1',
      'name',
      'payment_methods.1',
      'receipts',
      'transaction_types.0',
    ])
  })

  it.each([
    [{ cards: 0, window_seconds: 60 }, ['cards']],
    [{ cards: 101, window_seconds: 86_401 }, ['cards', 'window_seconds']],
    [{ cards: 1.5 }, ['cards', 'window_seconds']],
  ])('a card-testing limit has bounds: %j', async (card_testing_limit, fields) => {
    const names = fields.map((field) => `card_testing_limit.${field}`)
    expect(refused(await create({ name: 'Shop', card_testing_limit }))).toEqual(names)
    expect(refused(await create({ name: 'Shop', card_testing_limit: 'off' }))).toEqual(['card_testing_limit'])
  })

  it('the audit log shows a card-testing limit as it was sent', async () => {
    const { body } = await create(everything())
    await app.operator('PATCH', `/admin/terminals/${body.terminal_id}`, { card_testing_limit: null })
    const { items } = (await app.operator('GET', '/admin/audit-log?limit=2')).body
    expect(items.map(({ changes }: { changes: Record<string, unknown> }) => changes.card_testing_limit)).toEqual([
      null,
      { cards: 5, window_seconds: 900 },
    ])
  })

  it('three_ds is complete or not there', async () => {
    const wrong = {
      requestor_url: 'shop.example',
      merchant_name: 'Larkspur Café',
      merchant_category_code: '58',
      merchant_country: 'XX',
      acquirer_bin: '123456789012',
      networks: { mastercrad: requestor(), visa: { acquirer_bin: '438309' } },
    }
    expect(refused(await create({ name: 'Wrong', three_ds: wrong }))).toEqual([
      'three_ds.acquirer_bin',
      'three_ds.acquirer_merchant_id',
      'three_ds.merchant_category_code',
      'three_ds.merchant_country',
      'three_ds.merchant_name',
      'three_ds.networks',
      'three_ds.networks.visa.acquirer_merchant_id',
      'three_ds.requestor_url',
    ])
    expect(refused(await create({ name: 'Wrong', three_ds: 'yes' }))).toEqual(['three_ds'])
    const { networks: _, ...plain } = requestor()
    const { body } = await create({ name: 'Plain', three_ds: plain })
    expect(body.three_ds).toEqual({ ...plain, networks: {} })
    const { items } = (await app.operator('GET', `/admin/audit-log?merchant_id=${app.merchant.merchantId}`)).body
    expect(items[0].changes).toEqual({ name: 'Plain', three_ds: { ...plain, networks: {} } })
  })

  it("another merchant's provider account is a 422, as is one that does not exist", async () => {
    const { merchantId } = await app.newMerchant()
    const { body } = await app.operator('GET', `/admin/merchants/${merchantId}/provider-accounts`)
    for (const foreign of [body.items[0].provider_account_id, 'acc_unknown']) {
      expect(refused(await create({ name: 'Foreign', provider_accounts: [account, foreign] }))).toEqual([
        'provider_accounts',
      ])
    }
  })

  it('for an unknown merchant is 404', async () => {
    const answer = await app.operator('POST', '/admin/merchants/mer_unknown/terminals', { name: 'Lost' })
    expect(answer).toMatchObject({ status: 404, body: { method: 'POST', status: 404 } })
  })
})

describe('GET and PATCH /admin/terminals/{id}', () => {
  it('shows a terminal as it was created and lists it with its merchant only', async () => {
    const { body } = await create(everything())
    expect(await app.operator('GET', `/admin/terminals/${body.terminal_id}`)).toMatchObject({ status: 200, body })
    const list = await app.operator('GET', `/admin/merchants/${app.merchant.merchantId}/terminals`)
    expect(list.body.items[0]).toEqual(body)
    const { merchantId, terminalId } = await app.newMerchant()
    const others = await app.operator('GET', `/admin/merchants/${merchantId}/terminals`)
    expect(others.body.items.map((item: { terminal_id: string }) => item.terminal_id)).toEqual([terminalId])
  })

  it('changes what is said and leaves the rest', async () => {
    const { body: created } = await create(everything())
    const path = `/admin/terminals/${created.terminal_id}`
    for (const [field, value] of Object.entries({ ...NO_LIMITS, name: 'Kiosk', status: 'INACTIVE' })) {
      const before = (await app.operator('GET', path)).body
      const { status, body } = await app.operator('PATCH', path, { [field]: value })
      expect(status).toBe(200)
      expect(body).toEqual({ ...before, [field]: value })
      expect((await app.operator('GET', path)).body).toEqual(body)
    }
  })

  it('reports all errors together and changes nothing', async () => {
    const path = `/admin/terminals/${app.merchant.terminalId}`
    const before = (await app.operator('GET', path)).body
    const wrong = { name: 'Changed', status: 'OFF', currencies: ['eur'] }
    expect(refused(await app.operator('PATCH', path, wrong))).toEqual(['currencies.0', 'status'])
    expect((await app.operator('GET', path)).body).toEqual(before)
  })

  it.each(['GET', 'PATCH'])('%s of an unknown terminal is 404', async (method) => {
    const answer = await app.operator(method, '/admin/terminals/ter_unknown', method === 'PATCH' ? {} : undefined)
    expect(answer).toMatchObject({ status: 404, body: { method, status: 404 } })
  })
})
