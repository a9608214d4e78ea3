import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { openWebhookReceiver } from '#test/webhook-receiver.ts'
import { authorized, follow } from '../manage/follow-ups.ts'
import { createSession } from '../sessions/browser.ts'
import { begin, eventsOf } from '../three-ds/shopper.ts'

// A test clock for each merchant (docs/reference/simulators.md#test-clock).

const DAY = 24 * 3600

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const now = async (merchant: TestMerchant) => Date.parse((await merchant.call('GET', '/api/test-clock')).body.now)
const advance = (merchant: TestMerchant, seconds: unknown) =>
  merchant.call('POST', '/api/test-clock', { body: { advance_seconds: seconds } })

/** The status once it is final. */
const endOf = (merchant: TestMerchant, id: string) =>
  eventually('the transaction ends', 30, async () => {
    const { transaction } = await merchant.status(id)
    return transaction.status !== 'PENDING' && transaction.status
  })

it('shows real time, and afterwards what it was moved ahead, for this merchant alone', async () => {
  const [merchant, other] = await Promise.all([app.newMerchant(), app.newMerchant()])
  expect(Math.abs((await now(merchant)) - Date.now())).toBeLessThan(30_000)
  const answer = await advance(merchant, DAY)
  expect(answer.status).toBe(200)
  await advance(merchant, DAY)
  expect((await now(merchant)) - Date.now()).toBeGreaterThan((2 * DAY - 30) * 1000)
  expect(Math.abs((await now(other)) - Date.now())).toBeLessThan(30_000)
})

it.each([0, -60, 1.5, '60', 31_622_401, undefined])(
  'goes forward only, by whole seconds: %s is a 422',
  async (seconds) => {
    const { status, body } = await advance(app.merchant, seconds)
    expect([status, body.errors[0].property]).toEqual([422, 'advance_seconds'])
    expect((await now(app.merchant)) - Date.now()).toBeLessThan(30_000)
  },
)

it('leaves times of what happened as they were: nothing ends before it began', async () => {
  const merchant = await app.newMerchant()
  const { id } = (await merchant.authorize({ metadata: NOT_ENROLLED })).body.result
  const session = (await createSession(merchant)).body
  const finishedAt = async () => {
    const [row] = await app.database.sql<{ at: Date }[]>`
      select finished_at as at from transactions where merchant_id = ${merchant.merchantId} and id = ${id}`
    return row!.at
  }
  const before = await finishedAt()
  await advance(merchant, DAY + 1)
  expect(await finishedAt()).toEqual(before)
  const { created_at, expires_at, status } = (await merchant.call('GET', `/api/sessions/${session.id}`)).body
  expect([status, Date.parse(expires_at) > Date.parse(created_at)]).toEqual(['SESSION_EXPIRED', true])
})

describe('what falls due in that time', () => {
  it('3-D Secure ends as SESSION_EXPIRED after its ten minutes, with its event; a neighbor’s goes on', async () => {
    const [merchant, other] = await Promise.all([app.newMerchant(), app.newMerchant()])
    const [mine, theirs] = await Promise.all([begin(merchant), begin(other)])
    await advance(merchant, 601)
    expect(await endOf(merchant, mine.transaction_id)).toBe('SESSION_EXPIRED')
    expect(await eventsOf(merchant, mine.transaction_id)).toMatchObject([{ status: 'SESSION_EXPIRED' }])
    expect((await other.status(theirs.transaction_id)).transaction.status).toBe('PENDING')
  })

  it('a session expires after its hour', async () => {
    const merchant = await app.newMerchant()
    const { id } = (await createSession(merchant)).body
    await advance(merchant, 3599)
    expect((await merchant.call('GET', `/api/sessions/${id}`)).body.status).toBe('CREATED')
    await advance(merchant, 60)
    expect((await merchant.call('GET', `/api/sessions/${id}`)).body.status).toBe('SESSION_EXPIRED')
  })

  it('a payment that a simulator ends automatically ends', async () => {
    const merchant = await app.newMerchant()
    const later = {
      ...NOT_ENROLLED,
      response_code: 'TRX_STATUS_PENDING',
      simulate_final_response_code: 'TRX_STATUS_APPROVED',
      simulate_final_after_seconds: 1800,
    }
    const { id } = (await merchant.authorize({ metadata: later })).body.result
    await advance(merchant, 1800)
    expect(await endOf(merchant, id)).toBe('APPROVED')
  })

  it('a purchase is settled: it can no longer be voided, and its money is available', async () => {
    const merchant = await app.newMerchant()
    const paid = (await merchant.authorize({ metadata: NOT_ENROLLED })).body.result
    const balance = async () => (await merchant.call('GET', '/api/balances')).body.items[0]
    expect(await balance()).toMatchObject({ pending: paid.amount })
    await advance(merchant, DAY / 2)
    expect((await merchant.status(paid.id)).transaction.allowed_actions).toContain('void')
    await advance(merchant, DAY / 2 + 1)
    expect(await balance()).toMatchObject({ pending: 0n })
    expect((await merchant.status(paid.id)).transaction.allowed_actions).toEqual(['refund'])
    expect(await follow(merchant, paid, 'VOID')).toMatchObject({ status: 'INVALID' })
  })

  it('what was paid between two advances is settled by the second alone', async () => {
    const merchant = await app.newMerchant()
    const pay = async (amount: number) => (await merchant.authorize({ amount, metadata: NOT_ENROLLED })).body.result
    await pay(1000)
    await advance(merchant, DAY / 2 + 3600)
    const later = await pay(500)
    await advance(merchant, DAY / 2)
    await follow(merchant, later, 'REFUND', { amount: 100 })
    expect((await merchant.call('GET', '/api/balances')).body.items[0]).toMatchObject({
      pending: 500n,
      available: 900n,
    })
  })

  it('an authorization made after it has all its time', async () => {
    const merchant = await app.newMerchant()
    await advance(merchant, 30 * DAY)
    const hold = await authorized(merchant)
    expect((await merchant.status(hold.id)).transaction.allowed_actions).toContain('capture')
    const purchase = (await merchant.authorize({ metadata: NOT_ENROLLED })).body.result
    expect((await merchant.status(purchase.id)).transaction.allowed_actions).toContain('void')
  })

  it('a webhook that waits is tried again', async () => {
    const merchant = await app.newMerchant()
    const receiver = await openWebhookReceiver(() => ({ status: 500 }))
    await merchant.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url } })
    await merchant.authorize({ metadata: NOT_ENROLLED })
    await eventually('the first try', 30, async () => receiver.received.length > 0)
    // The second try comes after 5 seconds, the third after 5 minutes more.
    await eventually('the third try', 30, async () => {
      if (receiver.received.length < 3) await advance(merchant, 400)
      return receiver.received.length >= 3
    })
    await receiver.close()
  })

  it('a webhook secret that was rotated no longer signs', async () => {
    const merchant = await app.newMerchant()
    const receiver = await openWebhookReceiver()
    const { id } = (await merchant.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url } })).body
    await merchant.call('POST', `/api/webhook-endpoints/${id}/rotate-secret`)
    const signatures = async () => {
      const before = receiver.received.length
      await merchant.authorize({ metadata: NOT_ENROLLED })
      const webhook = await eventually('the webhook', 30, async () => receiver.received[before])
      return webhook.headers['webhook-signature']!.split(' ').length
    }
    expect(await signatures()).toBe(2)
    await advance(merchant, DAY + 1)
    expect(await signatures()).toBe(1)
    await receiver.close()
  })
})
