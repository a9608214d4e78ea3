import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passesLuhn } from '#domain/card-rules.ts'
import { changeTerminal } from '#flows/admin/terminals.ts'
import { purgeExpired } from '#store/archive/purge-expired.ts'
import { DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { createSession, openBrowser, TYPED_CARD } from '../sessions/browser.ts'
import { begin, chargesOf, eventsOf } from '../three-ds/shopper.ts'

// More distinct cards than the terminal's limit ending uncharged from one address or customer in its window: DECLINED
// 4200 without asking a provider.

const WINDOW_SECONDS = 3

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => app.close())

let cards = 0
/** Returns an unused Visa number. */
function newNumber(): string {
  cards += 1
  const body = `4${String(cards).padStart(14, '0')}`
  return body + [...'0123456789'].find((digit) => passesLuhn(body + digit))
}

const limited = (limit = 3, windowSeconds = 600) =>
  app.newMerchant({ terminal: { cardTestingLimit: { cards: limit, windowSeconds } } })

const DECLINED = { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' }
const ADDRESS = '203.0.113.7'

/** Tries a card. @returns the processing code */
async function attempt(merchant: TestMerchant, changes: object, number = newNumber()): Promise<string> {
  const { status, body } = await merchant.authorize({ metadata: DECLINED, ...changes }, { number })
  expect(status).toBe(200)
  return body.result.processing_code
}

async function inTurn(merchant: TestMerchant, changes: readonly object[]): Promise<string[]> {
  const codes: string[] = []
  for (const each of changes) codes.push(await attempt(merchant, each))
  return codes
}

const fromAddress = (count: number, customer_ip = ADDRESS) => Array.from({ length: count }, () => ({ customer_ip }))

describe('a terminal with a limit of three cards', () => {
  it('declines the fourth from one address with 4200, with its event and without a charge', async () => {
    const merchant = await limited()
    expect(await inTurn(merchant, fromAddress(3))).toEqual(['1000', '1000', '1000'])
    const order = { customer_ip: ADDRESS, metadata: NOT_ENROLLED }
    const { result } = (await merchant.authorize(order, { number: newNumber() })).body
    expect(result).toMatchObject({ status: 'DECLINED', processing_code: '4200', approved: false, data: null })
    expect(result.payment_method.hash).toBeNull()
    expect(await chargesOf(merchant, result.id)).toEqual([])
    expect(await eventsOf(merchant, result.id)).toMatchObject([{ status: 'DECLINED', processing_code: '4200' }])
  })

  it('counts no card whose payment failed or never arrived', async () => {
    const merchant = await limited()
    const failed = { customer_ip: ADDRESS, metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_FAILED' } }
    expect(await inTurn(merchant, Array(5).fill(failed))).toEqual(Array(5).fill('1001'))
    expect(await inTurn(merchant, fromAddress(4))).toEqual([...Array(3).fill('1000'), '4200'])
  })

  it('declines it for one customer too, from different addresses', async () => {
    const merchant = await limited()
    const orders = [1, 2, 3, 4].map((last) => ({ customer_ip: `203.0.113.${last}`, customer: { id: 'cus_tester' } }))
    expect(await inTurn(merchant, orders)).toEqual(['1000', '1000', '1000', '4200'])
    expect(await attempt(merchant, { customer: { id: 'cus_other' } })).toBe('1000')
  })

  it('takes any number from those who say neither, and counts every address and terminal apart', async () => {
    const merchant = await limited()
    expect(await inTurn(merchant, Array(5).fill({}))).toEqual(Array(5).fill('1000'))
    expect(await inTurn(merchant, fromAddress(3))).toEqual(Array(3).fill('1000'))
    expect(await attempt(merchant, { customer_ip: '203.0.113.8' })).toBe('1000')
    const other = await limited()
    expect(await attempt(other, { customer_ip: ADDRESS })).toBe('1000')
  })

  it('takes an IPv6 subscriber’s whole network for one address, and a mapped IPv4 address for itself', async () => {
    const merchant = await limited()
    const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:a::b', '2001:db8:1:2:ffff::', '2001:db8:1:2::9']
    expect(
      await inTurn(
        merchant,
        addresses.map((customer_ip) => ({ customer_ip })),
      ),
    ).toEqual([...Array(3).fill('1000'), '4200'])
    expect(await attempt(merchant, { customer_ip: '2001:db8:1:3::1' })).toBe('1000')
    expect(await inTurn(merchant, fromAddress(3))).toEqual(Array(3).fill('1000'))
    expect(await attempt(merchant, { customer_ip: `::ffff:${ADDRESS}` })).toBe('4200')
  })

  it('does not count a card twice, nor one whose payment was approved', async () => {
    const merchant = await limited()
    const known = newNumber()
    for (let turn = 1; turn <= 5; turn += 1)
      expect(await attempt(merchant, { customer_ip: ADDRESS }, known)).toBe('1000')
    for (let turn = 1; turn <= 5; turn += 1) {
      expect(await attempt(merchant, { customer_ip: ADDRESS, metadata: NOT_ENROLLED })).toBe('0000')
    }
    expect(await inTurn(merchant, fromAddress(3))).toEqual(['1000', '1000', '4200'])
    expect(await attempt(merchant, { customer_ip: ADDRESS, metadata: NOT_ENROLLED }, known)).toBe('0000')
    expect(await inTurn(merchant, fromAddress(2))).toEqual(['1000', '4200'])
  })

  it('begins no 3-D Secure for the fourth, while three are left at the fingerprint', async () => {
    const merchant = await limited()
    for (const number of [newNumber(), newNumber(), newNumber()]) {
      const { body } = await merchant.authorize({ customer_ip: ADDRESS, metadata: {} }, { number })
      expect(body.action.type).toBe('THREE_DS_2_FINGERPRINT')
    }
    const { body } = await merchant.authorize({ customer_ip: ADDRESS, metadata: {} }, { number: newNumber() })
    expect(body).toMatchObject({ action: null, result: { status: 'DECLINED', processing_code: '4200' } })
    expect(await begin(merchant, {}, { customer_ip: '203.0.113.8' })).toBeDefined()
  })

  it('lets three of thirty through that come at one instant, at two processes', async () => {
    const merchant = await limited()
    const second = await app.secondApi()
    const burst = Array.from({ length: 30 }, async (_, index) => {
      const customer = { id: `cus_${index % 2}` }
      const body = merchant.order({ customer_ip: ADDRESS, customer, metadata: DECLINED }, { number: newNumber() })
      const at = index % 2 ? { at: second } : {}
      return (await merchant.call('POST', '/api/transactions/authorize', { body, ...at })).body.result
    })
    const results = await Promise.all(burst)
    const asked = results.filter(({ processing_code }) => processing_code === '1000')
    expect(asked).toHaveLength(3)
    expect(new Set(results.map(({ processing_code }) => processing_code))).toEqual(new Set(['1000', '4200']))
    const charges = await Promise.all(results.map(({ id }) => chargesOf(merchant, id)))
    expect(charges.flat()).toHaveLength(3)
  })

  it('does not retry it with another provider', async () => {
    const { merchant } = await newRoutedMerchant(app, DECLINES, DECLINES)
    await patch(merchant, { cards: 1, window_seconds: 600 })
    expect(await attempt(merchant, { customer_ip: ADDRESS })).toBe('1000')
    const { result } = (await merchant.authorize({ customer_ip: ADDRESS }, { number: newNumber() })).body
    expect(result).toMatchObject({ processing_code: '4200', data: null })
  })
})

/** As an operator's PATCH does. */
async function patch({ terminalId }: TestMerchant, limit: { cards: number; window_seconds: number } | null) {
  const setting = limit ? { cards: limit.cards, windowSeconds: limit.window_seconds } : 'off'
  await changeTerminal(app.gateway, 'test', terminalId, { cardTestingLimit: setting })
}

it('the window slides: once it is over the cards no longer count, and the worker deletes them', {
  tags: ['full'],
}, async () => {
  const merchant = await limited(1, WINDOW_SECONDS)
  expect(await inTurn(merchant, fromAddress(2))).toEqual(['1000', '4200'])
  await sleep(WINDOW_SECONDS * 1000 + 200)
  expect(await inTurn(merchant, fromAddress(2))).toEqual(['1000', '4200'])
  const left = () => app.database.sql`select 1 from tried_cards where merchant_id = ${merchant.merchantId}`
  await purgeExpired(app.database.sql, 'tried_cards')
  expect(await left()).toHaveLength(1)
  await sleep(WINDOW_SECONDS * 1000 + 200)
  await purgeExpired(app.database.sql, 'tried_cards')
  expect(await left()).toHaveLength(0)
})

it('nothing of the card, the address or the customer is kept in clear', async () => {
  const merchant = await limited()
  const number = newNumber()
  await attempt(merchant, { customer_ip: ADDRESS, customer: { id: 'cus_clear' } }, number)
  const rows = await app.database.sql`select * from tried_cards where merchant_id = ${merchant.merchantId}`
  expect(rows).toHaveLength(2)
  for (const trace of [number, ADDRESS, 'cus_clear']) expect(JSON.stringify(rows)).not.toContain(trace)
})

it('a terminal without a limit takes as many cards as come, in UAT from the start', { tags: ['full'] }, async () => {
  const merchant = await app.newMerchant()
  expect(await inTurn(merchant, fromAddress(15))).toEqual(Array(15).fill('1000'))
  await patch(merchant, { cards: 1, window_seconds: 600 })
  expect(await inTurn(merchant, fromAddress(2))).toEqual(['1000', '4200'])
  await patch(merchant, null)
  expect(await inTurn(merchant, fromAddress(2))).toEqual(['1000', '1000'])
})

describe('on our pages the browser’s address counts', () => {
  const METADATA = { metadata: DECLINED }
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const codeOf = async (merchant: TestMerchant, id: string) => (await merchant.status(id)).transaction.processing_code

  it('in embedded fields', async () => {
    const merchant = await limited(2)
    const pay = async (address: string) => {
      const browser = await openBrowser(app.baseUrl, merchant, METADATA)
      const payment_method = { ...TYPED_CARD, number: newNumber() }
      const browser_info = {
        java_enabled: false,
        color_depth: 24,
        screen_height: 1,
        screen_width: 1,
        time_zone_offset: 0,
        language: 'en',
      }
      const { body } = await browser.call('pay', { payment_method, browser_info }, from(address))
      return codeOf(merchant, body.transaction_id)
    }
    const codes = [await pay(ADDRESS), await pay(ADDRESS), await pay(ADDRESS), await pay('203.0.113.8')]
    expect(codes).toEqual(['1000', '1000', '4200', '1000'])
  })

  it('on the hosted page', async () => {
    const merchant = await limited(2)
    const pay = async (address: string) => {
      const { id } = (await createSession(merchant, METADATA)).body
      const form = { method: 'card', number: newNumber(), expiry: '12/39', cvc: '123' }
      const body = new URLSearchParams(form)
      await fetch(`${app.baseUrl}/hosted-payment-page/${id}/pay`, {
        method: 'POST',
        body,
        headers: from(address),
        redirect: 'manual',
      })
      const { transactions } = (await merchant.call('GET', `/api/sessions/${id}`)).body
      return codeOf(merchant, transactions[0])
    }
    const codes = [await pay(ADDRESS), await pay(ADDRESS), await pay(ADDRESS), await pay('203.0.113.8')]
    expect(codes).toEqual(['1000', '1000', '4200', '1000'])
  })
})
