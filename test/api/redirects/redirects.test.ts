import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VOUCHER_METHODS } from '#domain/vouchers.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import {
  authorize,
  comeBack,
  ended,
  eventsAbout,
  openRedirect,
  orderOf,
  press,
  recordOf,
  voucher,
  WALLETA,
} from './shopper.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const CODES = VOUCHER_METHODS.map((method) => method.replace('voucher-redirect-', ''))
const METHODS = [WALLETA, { type: 'walletb-pay-redirect', data: {} }, ...CODES.map(voucher)]

describe('a redirect', () => {
  it('there are 32 vouchers', () => {
    expect(CODES).toHaveLength(32)
  })

  it.each(METHODS)('$type answers with redirect.url, its id and status PENDING beside it', async (method) => {
    const { status, body } = await authorize(app.merchant, method)
    const id = body.transaction_id
    expect(status).toBe(200)
    expect(body).toMatchObject({
      result: null,
      action: null,
      form_submit: null,
      status: 'PENDING',
      redirect: { transaction_id: id, session_id: expect.any(String), url: expect.stringContaining(app.baseUrl) },
    })
    expect(await recordOf(app.merchant, id)).toMatchObject({
      status: 'PENDING',
      processing_code: '1002',
      pending: true,
      redirect_url: body.redirect.url,
      payment_method: { type: method.type, method: method.type, masked: null, brand: null, hash: null, token: null },
      data: null,
    })
  })

  it('a terminal without the method refuses it with INVALID 2015', async () => {
    const cardsOnly = await app.newMerchant({ terminal: { paymentMethods: ['card'] } })
    const { body } = await authorize(cardsOnly, WALLETA)
    expect(body).toMatchObject({ status: 'INVALID', result: { processing_code: '2015' } })
  })
})

describe.each(['idl', 'bct', 'blk', 'kla', 'swi', 'twt', 'mbp'])('voucher-redirect-%s', (code) => {
  it('pays on its page in any currency, and is refunded in part and whole', async () => {
    const { id, url } = await openRedirect(app.merchant, voucher(code), { currency: 'USD' })
    await comeBack(await press(url, 'APPROVED'))
    const { status, reference } = await ended(app.merchant, id)
    expect(status).toBe('APPROVED')
    const { terminalId: terminal_id } = app.merchant
    const refund = (amount: number) => {
      const body = { terminal_id, reference, currency: 'USD', amount, transaction_type: 'REFUND' }
      return app.merchant.call('POST', '/api/transactions/manage', { body })
    }
    for (const amount of [400, 850]) expect((await refund(amount)).body).toMatchObject({ status: 'APPROVED' })
    expect((await refund(1)).body).toMatchObject({ status: 'INVALID' })
  })
})

describe('a voucher with a requested outcome answers immediately', () => {
  it.each([
    ['TRX_STATUS_APPROVED', 'APPROVED', '0000'],
    ['TRX_STATUS_DECLINED', 'DECLINED', '1000'],
    ['TRX_STATUS_PENDING', 'PENDING', '1002'],
    ['TRX_STATUS_CANCELED', 'CANCELED', '1003'],
    ['RISK_FAILED_VELOCITY_CHECK', 'DECLINED', '4200'],
  ])('%s: %s', async (response_code, status, processing_code) => {
    const { body } = await authorize(app.merchant, voucher('psc'), { metadata: { response_code } })
    expect(body).toMatchObject({ redirect: null, result: { status, processing_code, redirect_url: null, data: null } })
    expect(await eventsAbout(app.merchant, body.result.id)).toEqual(status === 'PENDING' ? [] : [status])
  })

  it('a wallet redirects anyway', async () => {
    const { body } = await authorize(app.merchant, WALLETA, { metadata: { response_code: 'TRX_STATUS_DECLINED' } })
    expect(body).toMatchObject({ status: 'PENDING', redirect: { url: expect.any(String) } })
  })
})

describe('bad input is a 422 on each field, and creates nothing', () => {
  const refused = async (body: Record<string, unknown>) => {
    const answer = await app.merchant.call('POST', '/api/transactions/authorize', { body })
    expect(answer.status).toBe(422)
    const { items } = (await app.merchant.call('GET', `/api/transactions?reference=${body.reference}`)).body
    expect(items).toEqual([])
    return answer.body.errors.map(({ property }: { property: string }) => property).sort()
  }

  it.each([WALLETA, voucher('gir')])('AUTHORIZE with $type', async (method) => {
    expect(await refused(orderOf(app.merchant, method, { transaction_type: 'AUTHORIZE' }))).toEqual([
      'transaction_type',
    ])
  })

  it('a wallet needs return_url', async () => {
    expect(await refused(orderOf(app.merchant, WALLETA, { return_url: undefined }))).toEqual(['return_url'])
  })

  it.each(['description', 'customer', 'browser_info', 'metadata', 'return_url', 'error_url', 'cancel_url'])(
    'a voucher needs %s',
    async (field) => {
      expect(await refused(orderOf(app.merchant, voucher('psc'), { [field]: undefined }))).toEqual([field])
    },
  )

  it.each(['email', 'first_name', 'last_name'])('a voucher needs payment_method.data.%s', async (field) => {
    const method = { ...voucher('psc'), data: { ...voucher('psc').data, [field]: undefined } }
    expect(await refused(orderOf(app.merchant, method))).toEqual([`payment_method.data.${field}`])
  })

  it.each(['', 'ana', 'ana@', '@example.com', 'a b@example.com'])('the email %j', async (email) => {
    const method = { ...voucher('psc'), data: { ...voucher('psc').data, email } }
    expect(await refused(orderOf(app.merchant, method))).toEqual(['payment_method.data.email'])
  })

  it('all of them together', async () => {
    const method = { type: 'voucher-redirect-psc', data: {} }
    const changes = { transaction_type: 'AUTHORIZE', cancel_url: undefined, metadata: { simulate_fault: 'x' } }
    expect(await refused(orderOf(app.merchant, method, changes))).toEqual([
      'cancel_url',
      'metadata.simulate_fault',
      'payment_method.data.email',
      'payment_method.data.first_name',
      'payment_method.data.last_name',
      'transaction_type',
    ])
  })

  it.each(['voucher-redirect-xyz', 'voucher-redirect-PSC', 'psc', 'walletc-pay-redirect'])(
    'the type %s',
    async (type) => {
      expect(await refused(orderOf(app.merchant, { type, data: {} }))).toEqual(['payment_method.type'])
    },
  )
})

it("another merchant sees nothing of it, and the page's address does not reveal its merchant", async () => {
  const other = await app.newMerchant()
  const { id, url } = await openRedirect(app.merchant)
  expect(await other.status(id)).toEqual({ found: false, transaction: null })
  expect(url).not.toContain(app.merchant.merchantId)
})
