import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeMerchant } from '#flows/admin/merchants.ts'
import { changeProviderAccount, showProviderAccounts } from '#flows/admin/provider-accounts.ts'
import { changeTerminal } from '#flows/admin/terminals.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'

let app: RunningGateway
let second: string
beforeAll(async () => {
  app = await useGateway()
  second = await app.secondApi()
})
afterAll(() => app.close())

const AUTHORIZE = '/api/transactions/authorize'
const JUNK_CARD = { number: '1' }
const SAVE = { tokenization: { save_card_for_future_payments: true } }

const terminalChange = (merchant: TestMerchant, change: Parameters<typeof changeTerminal>[3]) =>
  changeTerminal(app.gateway, 'test', merchant.terminalId, change)

/** Ways to spoil a merchant, a terminal or an order, each with the refusal it leads to. */
const REFUSALS = {
  'merchant inactive': {
    code: '2017',
    spoil: (merchant: TestMerchant) => changeMerchant(app.gateway, 'test', merchant.merchantId, { status: 'INACTIVE' }),
  },
  'terminal inactive': {
    code: '2014',
    spoil: (merchant: TestMerchant) => terminalChange(merchant, { status: 'INACTIVE' }),
  },
  'terminal accepts no payments': {
    code: '2015',
    spoil: (merchant: TestMerchant) => terminalChange(merchant, { acceptsPayments: false }),
  },
  'transaction type not enabled': {
    code: '2015',
    spoil: (merchant: TestMerchant) => terminalChange(merchant, { transactionTypes: ['AUTHORIZE'] }),
  },
  'payment method not enabled': {
    code: '2015',
    spoil: (merchant: TestMerchant) => terminalChange(merchant, { paymentMethods: ['PAYOUT'] }),
  },
  'currency not enabled': {
    code: '2015',
    spoil: (merchant: TestMerchant) => terminalChange(merchant, { currencies: ['RON'] }),
  },
  'no exchange rate': {
    code: '2015',
    spoil: (merchant: TestMerchant) =>
      changeMerchant(app.gateway, 'test', merchant.merchantId, { settlementCurrency: 'RON', exchangeRates: {} }),
  },
  'no provider account': {
    code: '2015',
    spoil: async (merchant: TestMerchant) => {
      const { items } = await showProviderAccounts(app.gateway, merchant.merchantId, undefined, 100)
      for (const { providerAccountId } of items)
        await changeProviderAccount(app.gateway, 'test', providerAccountId, { status: 'INACTIVE' })
    },
  },
}

describe('a business refusal', () => {
  it.each(Object.entries(REFUSALS))('%s, before decrypted fields too', async (_name, { code, spoil }) => {
    const merchant = await app.newMerchant()
    expect((await merchant.authorize()).body.result.status).toBe('APPROVED')
    await spoil(merchant)
    for (const at of [undefined, second]) {
      const { status, body } = await merchant.call('POST', AUTHORIZE, { body: merchant.order(), ...(at && { at }) })
      expect(status).toBe(200)
      expect(body).toMatchObject({ status: 'INVALID', action: null, redirect: null, form_submit: null })
      expect(body.transaction_id).toBe(body.result.id)
      expect(body.errors).toEqual(body.result.errors)
      expect(body.result).toMatchObject({
        status: 'INVALID',
        processing_code: code,
        approved: false,
        pending: false,
        payment_method: { type: 'card', method: 'card', masked: null, hash: null },
        errors: [{ property: expect.stringMatching(/./), message: expect.stringMatching(/./), params: [] }],
      })
      expect(await merchant.status(body.result.id)).toEqual({ found: true, transaction: body.result })
      const { items } = (await merchant.call('GET', `/api/events?transaction_id=${body.result.id}`)).body
      expect(items).toMatchObject([{ payload: { status: 'INVALID', processing_code: code } }])
    }
    expect((await merchant.authorize({}, JUNK_CARD)).body.result?.processing_code).toBe(code)
  })

  it('tokenization that is not offered is INVALID on tokenization, a requested feature being unsupported', async () => {
    const merchant = await app.newMerchant({ merchant: { tokenizationEnabled: false } })
    const { body } = await merchant.authorize(SAVE)
    expect(body).toMatchObject({ status: 'INVALID', result: { processing_code: '2000' } })
    expect(body.errors).toMatchObject([{ property: 'tokenization', message: expect.stringMatching(/unsupported/) }])
  })

  it('does not occupy its reference: the same reference is judged again', async () => {
    const merchant = await app.newMerchant()
    await terminalChange(merchant, { status: 'INACTIVE' })
    const reference = 'again'
    const refused = [await merchant.authorize({ reference }), await merchant.authorize({ reference })]
    await terminalChange(merchant, { status: 'ACTIVE' })
    const approved = await merchant.authorize({ reference })
    expect(refused.map(({ body }) => body.result.processing_code)).toEqual(['2014', '2014'])
    expect(approved.body.result.status).toBe('APPROVED')
    const { items } = (await merchant.call('GET', `/api/transactions?reference=${reference}`)).body
    expect(items).toHaveLength(3)
  })

  it('an INVALID answer of the provider does not occupy its reference either', async () => {
    const reference = 'refused-by-issuer'
    const metadata = { simulated_flow: 'VERSIONING_NOT_ENROLLED', response_code: 'AUTHENTICATION_NOT_AUTHENTICATED' }
    expect((await app.merchant.authorize({ reference, metadata })).body.status).toBe('INVALID')
    expect((await app.merchant.authorize({ reference })).body.result.status).toBe('APPROVED')
  })
})

describe('refusals come in order', () => {
  const authorize = (merchant: TestMerchant, changes = {}, card = {}) => merchant.authorize(changes, card)

  it('422 of the body before merchant and terminal', async () => {
    const { status, body } = await authorize(app.merchant, { terminal_id: 'ter_unknown', currency: 'XX' })
    expect([status, body.errors[0].property]).toEqual([422, 'currency'])
  })

  it('2017 before 2013', async () => {
    const merchant = await app.newMerchant()
    await REFUSALS['merchant inactive'].spoil(merchant)
    const { body } = await authorize(merchant, { terminal_id: 'ter_unknown' }, JUNK_CARD)
    expect(body.result.processing_code).toBe('2017')
  })

  it('2014 before 2015', async () => {
    const merchant = await app.newMerchant()
    await terminalChange(merchant, { status: 'INACTIVE', acceptsPayments: false })
    expect((await authorize(merchant)).body.result.processing_code).toBe('2014')
  })

  it('decrypted fields before the reference', async () => {
    const { result } = (await authorize(app.merchant)).body
    const { body } = await authorize(app.merchant, { reference: result.reference }, JUNK_CARD)
    expect(body.errors).toMatchObject([{ property: 'payment_method.data.encrypted_card_number' }])
  })

  it('the reference before other refusals', async () => {
    const { result } = (await authorize(app.merchant)).body
    const { status, body } = await authorize(app.merchant, { reference: result.reference, ...SAVE })
    expect([status, body.errors[0].property]).toEqual([422, 'reference'])
  })

  it('the Idempotency-Key before the 422s of the body', async () => {
    const headers = { 'idempotency-key': 'x'.repeat(256) }
    const { status, body } = await app.merchant.call('POST', AUTHORIZE, { body: {}, headers })
    expect(status).toBe(422)
    expect(body.errors.map(({ property }: { property: string }) => property)).toEqual(['Idempotency-Key'])
  })

  it('401, 403, 415, 400 and 405 come before any of them', async () => {
    const { call } = app.merchant
    const bad = { body: '{', headers: { 'content-type': 'text/plain' } }
    const none = await call('POST', AUTHORIZE, { ...bad, headers: { ...bad.headers, authorization: 'Bearer none' } })
    expect([none.status, Object.keys(none.body)]).toEqual([401, ['error']])
    expect((await call('POST', AUTHORIZE, bad)).status).toBe(415)
    expect((await call('POST', AUTHORIZE, { body: '{' })).status).toBe(400)
    const wrong = await call('DELETE', AUTHORIZE)
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await call('POST', `${AUTHORIZE}/x`, { body: '{' })).status).toBe(404)
  })
})

describe('options.three_ds.notification_url', () => {
  const at = (notification_url: unknown) => ({ options: { three_ds: { notification_url } } })
  const BAD = [
    'http://shop.example/3ds',
    'https://',
    'https:///path',
    'shop.example/3ds',
    'https://shop.example/\n3ds',
    'https://shop.example\\@evil.example',
    '',
    `https://shop.example/${'x'.repeat(256 - 'https://shop.example/'.length + 1)}`,
    7,
  ]

  it.each(BAD)('%j is 400, and nothing is created', async (url) => {
    const reference = `notify-${BAD.indexOf(url)}`
    const { status, body } = await app.merchant.authorize({ reference, ...at(url) })
    expect(status).toBe(400)
    expect(body).toMatchObject({ status: 400, errors: [{ property: 'options.three_ds.notification_url' }] })
    expect((await app.merchant.call('GET', `/api/transactions?reference=${reference}`)).body.items).toEqual([])
  })

  it('stays 400 beside 422s, which are reported with it', async () => {
    const { status, body } = await app.merchant.authorize({ ...at('http://x.example'), currency: 'XX', amount: 0 })
    expect(status).toBe(400)
    expect(body.errors.map(({ property }: { property: string }) => property).sort()).toEqual([
      'amount',
      'currency',
      'options.three_ds.notification_url',
    ])
  })

  it('of exactly 256 characters is taken', async () => {
    const url = `https://shop.example/${'x'.repeat(256 - 'https://shop.example/'.length)}`
    expect((await app.merchant.authorize(at(url))).body.result.status).toBe('APPROVED')
  })
})
