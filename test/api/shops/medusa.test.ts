import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Tollgate } from '#client/index.ts'
import { signatureHeaders } from '#client/webhook.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, newReference } from '#test/test-merchant.ts'
import { authorize, closePage, type Kept, openPage, standingOf } from '../../../plugins/medusa/src/checkout.ts'
import { toMajor, toMinor } from '../../../plugins/medusa/src/money.ts'
import { mistakesIn, type Options, returnUrlOf } from '../../../plugins/medusa/src/options.ts'
import { newsOf } from '../../../plugins/medusa/src/webhook.ts'
import { browserOf } from '../sessions/browser.ts'

// plugins/medusa without its shop: what it asks of a gateway. test/full/shops runs it in a real one.

const SECRET = `whsec_${'A'.repeat(43)}=`

let app: RunningGateway
let tollgate: Tollgate
let options: Options
beforeAll(async () => {
  app = await useGateway()
  const { clientId, clientSecret, publicKey, terminalId } = app.merchant
  const access = {
    baseUrl: app.baseUrl,
    authUrl: app.baseUrl,
    realm: 'uat',
    clientId,
    clientSecret,
    publicKey,
  } as const
  tollgate = new Tollgate(access)
  options = { ...access, terminalId, webhookSecret: SECRET, returnUrls: ['https://shop.example/checkout'] }
})
afterAll(() => app.close())

const DUE = { amount: 3998n, currency: 'EUR' }

async function open(changes: Partial<Options> = {}): Promise<Kept> {
  return openPage(tollgate, { ...options, ...changes }, { paymentSession: newReference(), ...DUE })
}

async function pay({ tollgate_session: id }: Kept, metadata: object = {}): Promise<void> {
  const session = await tollgate.sessions.show(id)
  await tollgate.sessions.update(id, { metadata: { ...session.metadata, ...NOT_ENROLLED, ...metadata } })
  await browserOf(app.baseUrl, app.merchant, id).pay()
}

const followUpsOf = async (id: string) =>
  (await tollgate.listTransactions({ parent_id: id })).items.map(({ transaction_type }) => transaction_type)

describe('a payment of a Medusa shop', () => {
  test.each([
    [false, 'authorized', 'VOID'],
    [true, 'captured', 'REFUND'],
  ])(
    'with capture %s waits for the shopper, then is %s; of another sum it is given back',
    async (capture, status, kind) => {
      const kept = await open({ capture })
      expect(await standingOf(tollgate, kept)).toEqual({ status: 'requires_more' })
      await pay(kept)
      const { transaction, ...standing } = await authorize(tollgate, kept, DUE)
      expect(standing).toEqual({ status })
      expect(await authorize(tollgate, kept, { ...DUE, amount: 5997n })).toEqual({ status: 'canceled' })
      expect(await followUpsOf(transaction!.id)).toEqual([kind])
      expect(await authorize(tollgate, kept, DUE)).toEqual({ status: 'canceled' })
    },
  )

  test('that is declined may be tried again; one that is canceled not', async () => {
    const kept = await open()
    await pay(kept, { response_code: 'TRX_STATUS_DECLINED' })
    expect(await standingOf(tollgate, kept)).toEqual({ status: 'requires_more' })
    await closePage(tollgate, kept)
    await closePage(tollgate, kept)
    expect(await standingOf(tollgate, kept)).toEqual({ status: 'canceled' })
  })

  test('whose page is closed is given back if it was paid, and let be while a bank has yet to confirm it', async () => {
    const [paid, pending] = [await open(), await open()]
    await pay(paid)
    const { transaction } = await standingOf(tollgate, paid)
    await closePage(tollgate, paid)
    expect(await followUpsOf(transaction!.id)).toEqual(['VOID'])
    await pay(pending, { response_code: 'TRX_STATUS_PENDING' })
    await closePage(tollgate, pending)
    expect(await standingOf(tollgate, pending)).toEqual({ status: 'requires_more' })
  })
})

describe('a webhook', () => {
  const signed = (payload: object, event = 'transaction.processed', at = new Date(), secret = SECRET) => {
    const rawData = JSON.stringify({ event, payload })
    return { rawData, headers: { ...signatureHeaders(secret, 'evt_1', at, rawData) } }
  }

  test('leads to an approved payment of the shop, an hour later too, and to nothing else', async () => {
    const kept = await open()
    await pay(kept)
    const { transaction } = await standingOf(tollgate, kept)
    const news = (received: ReturnType<typeof signed>) => newsOf(tollgate, SECRET, received)
    const { reference } = transaction!
    const late = signed({ id: transaction!.id }, undefined, new Date(Date.now() - 3_600_000))
    expect(await news(late)).toMatchObject({ paymentSession: reference, transaction: { id: transaction!.id } })
    const { body } = await app.merchant.authorize()
    for (const other of [signed({ id: body.result.id }), signed({ id: 'trx_none' }), signed({}, 'endpoint.test')])
      expect(await news(other)).toBeNull()
    const forged = signed({ id: transaction!.id }, undefined, new Date(), `whsec_${'B'.repeat(43)}=`)
    await expect(news(forged)).rejects.toMatchObject({ code: 'invalid_webhook' })
  })
})

describe('amounts of the shop', () => {
  test.each([
    [[19.99, 19.99], 'EUR', 3998n],
    [['0.005'], 'EUR', 1n],
    [
      [{ value: '33.333333333333333333', precision: 20 }, '33.333333333333333333', '33.333333333333333334'],
      'EUR',
      10000n,
    ],
    [[1500], 'JPY', 1500n],
    [[{ raw: { value: '12.34' } }], 'KWD', 12340n],
    [['1e-7', 1e21], 'EUR', 100000000000000000000000n],
  ])('%j %s are %s minor units', (amounts, currency, units) => {
    expect(toMinor(amounts, currency)).toBe(units)
  })

  test('come back as they were', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'), (units, currency) => {
        expect(toMinor([toMajor(BigInt(units), currency)], currency)).toBe(BigInt(units))
      }),
    )
  })

  test.each(['', 'abc', '1,5', null, {}])('refuses %j', (amount) => {
    expect(() => toMinor([amount], 'EUR')).toThrow('an amount that is none')
  })
})

describe('options', () => {
  test('name each mistake', () => {
    expect(mistakesIn({ ...options })).toEqual([])
    expect(mistakesIn({})).toHaveLength(3)
    expect(mistakesIn({ ...options, saveCards: 'yes', capture: 1 })).toEqual([
      'Set capture to true or false.',
      "Set saveCards to true, false or 'ask'.",
    ])
  })

  test('let shoppers return to their own storefront only', () => {
    expect(returnUrlOf(options, undefined)).toBe('https://shop.example/checkout')
    expect(returnUrlOf(options, 'https://shop.example/de/danke')).toBe('https://shop.example/de/danke')
    for (const url of ['https://shop.example.thief.example/', 'javascript:alert(1)', '/x', 7])
      expect(() => returnUrlOf(options, url)).toThrow('return_url')
  })
})
