import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordDemoHistory } from '#app/supervisor/demo-history/index.ts'
import { closeNextDay } from '#flows/ledger/close-day.ts'
import { proveLedger } from '#flows/ledger/verify.ts'
import { registerWebhookEndpoint } from '#flows/webhook-endpoints/index.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'

// The demo merchant's two weeks of payments (docs/reference/running.md#the-demo-history).

interface Payment {
  readonly id: string
  readonly created_at: string
  readonly status: string
  readonly transaction_type: string
  readonly currency: string
  readonly processing_code: string
  readonly payment_method: { readonly type: string; readonly brand: string | null }
  readonly authorization_expires_at: string | null
}

const DAY_MS = 86_400_000
/** A busy machine counts later. */
const PATIENCE = { timeout: 30_000 }

let app: RunningGateway
let payments: readonly Payment[]

const never = new AbortController().signal
const record = () => recordDemoHistory(app.gateway, app.merchant, never)

async function listAll(): Promise<Payment[]> {
  const first = (await app.merchant.call('GET', '/api/transactions?limit=100')).body
  expect(first.next_cursor).toBeNull()
  return first.items
}

beforeAll(async () => {
  app = await startOwnGateway()
  const { merchantId } = app.merchant
  await registerWebhookEndpoint(app.gateway, app.gateway.sql, merchantId, {
    url: `${app.baseUrl}/none`,
    terminalId: null,
  })
  await record()
  payments = await listAll()
}, 60_000)

afterAll(() => app.close())

const of = <Key extends keyof Payment>(key: Key) => new Set(payments.map((payment) => payment[key]))

test('has no challenge that was never opened', async () => {
  const { sql } = app.database
  const challenges = await sql`select challenge_unopened from authentications where challenge_digest is not null`
  expect(challenges.length).toBeGreaterThan(0)
  expect(challenges.filter((one) => one.challenge_unopened)).toEqual([])
})

test('has payments of two weeks in several currencies, methods and endings', () => {
  expect(payments.length).toBeGreaterThan(60)
  expect([...of('status')].toSorted()).toEqual(['APPROVED', 'CANCELED', 'DECLINED', 'PENDING'])
  expect(of('currency').size).toBeGreaterThan(6)
  expect(new Set(payments.map(({ payment_method: method }) => method.type)).size).toBeGreaterThan(8)
  const types = ['AUTHORIZE', 'CAPTURE', 'PAYMENT', 'PAYOUT', 'PURCHASE', 'REFUND', 'VOID']
  expect([...of('transaction_type')].toSorted()).toEqual(types)
  const declines = payments.filter(({ status }) => status === 'DECLINED').map((payment) => payment.processing_code)
  expect(new Set(declines).size).toBeGreaterThan(3)
  const soon = (at: string | null) => at !== null && Date.parse(at) - Date.now() < DAY_MS
  expect(
    payments.filter((payment) => soon(payment.authorization_expires_at) && payment.status === 'APPROVED'),
  ).not.toEqual([])
})

test('has an agreement and a charge by it', async () => {
  const { items } = (await app.merchant.call('GET', '/api/agreements')).body
  expect(items).toMatchObject([{ status: 'ACTIVE', description: 'Weekly coffee box', frequency_days: 7 }])
  const { items: paid } = (await app.merchant.call('GET', `/api/transactions?agreement_id=${items[0].id}`)).body
  expect(paid.map((payment: Payment) => [payment.status, payment.payment_method.type])).toEqual([
    ['APPROVED', 'agreement'],
    ['APPROVED', 'card'],
  ])
})

test('lies in the past, day by day', () => {
  const times = payments.map(({ created_at: at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  expect(Math.max(...times)).toBeLessThan(Date.now())
  expect(Math.min(...times)).toBeGreaterThan(Date.now() - 14 * DAY_MS - 60_000)
  expect(new Set(times.map((at) => Math.floor(at / DAY_MS))).size).toBeGreaterThan(13)
})

test('has records that ended when they say', async () => {
  const apart = await app.database.sql`
    select id from transactions
    where merchant_id = ${app.merchant.merchantId} and finished_at - created_at not between '0' and interval '2 minutes'`
  expect([...apart]).toEqual([])
  const later = await app.database.sql`
    select transaction_id from authentications join transactions using (merchant_id)
    where transactions.id = transaction_id and authentications.updated_at > transactions.updated_at`
  expect([...later]).toEqual([])
})

test('has events, and endpoints get none of them', async () => {
  const { merchantId } = app.merchant
  const [{ events, deliveries }] = await app.database.sql<[{ events: number; deliveries: number }]>`
    select (select count(*)::int from events where merchant_id = ${merchantId} and transaction_id is not null) as events,
      (select count(*)::int from deliveries where merchant_id = ${merchantId}) as deliveries`
  expect({ events, deliveries }).toEqual({
    events: payments.filter(({ status }) => status !== 'PENDING').length,
    deliveries: 0,
  })
})

test('leaves the ledger true, also when its days are closed', async () => {
  while (await closeNextDay(app.gateway));
  const days = await app.database.sql`
    select distinct day from ledger_days where merchant_id = ${app.merchant.merchantId}`
  expect(days.length).toBeGreaterThan(10)
  expect((await proveLedger(app.gateway, never)).discrepancies).toEqual([])
})

test('is counted by analytics and found by the search', async () => {
  const counted = async () => {
    const { body } = await app.merchant.call('GET', '/api/analytics/payments')
    return body.totals.payments
  }
  const types = ['AUTHORIZE', 'PURCHASE', 'PAYMENT']
  const ended = payments.filter((payment) => payment.status !== 'PENDING' && types.includes(payment.transaction_type))
  await expect.poll(counted, PATIENCE).toBe(ended.length)
  const { body } = await app.merchant.call('GET', '/api/transactions?email=lena.hoffmann@example.com')
  expect(body.items.length).toBeGreaterThan(4)
})

test('is made once, and later payments stand on top of it', async () => {
  const { body } = await app.merchant.authorize()
  await record()
  const [latest, ...rest] = await listAll()
  expect(latest!.id).toBe(body.result.id)
  expect(rest).toHaveLength(payments.length)
})
