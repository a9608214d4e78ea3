import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { newProviderMerchant } from '#test/provider-merchant.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { openStripeSandbox, SECRET_KEY, type StripeSandbox, WEBHOOK_SECRET } from '#test/stripe-sandbox/index.ts'
import { newReference, type TestMerchant } from '#test/test-merchant.ts'
import type { Shown } from '../manage/follow-ups.ts'
import { accept, disputedAmountOf, eventsOf, moneyOf, proven } from './disputes.ts'

// The sequences that broke others, with a provider that is asked after each notice.

let sandbox: StripeSandbox
let app: RunningGateway
let merchant: TestMerchant
let account: string
beforeAll(async () => {
  sandbox = await openStripeSandbox()
  app = await startOwnGateway({ PROVIDER_SANDBOXES: `stripe=${sandbox.origin}`, PROVIDER_TIMEOUT_SECONDS: '4' })
  const credentials = { secret_key: SECRET_KEY, webhook_secret: WEBHOOK_SECRET }
  const made = await newProviderMerchant(app, { provider: 'stripe', credentials })
  merchant = made.merchant
  account = made.accounts[0]!
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  expect(sandbox.complaints).toEqual([])
})

const deliver = (options = {}) => sandbox.events.deliver(`${app.baseUrl}/provider-notices/stripe/${account}`, options)

async function paid(): Promise<{ readonly payment: Shown; readonly attempt: string }> {
  const payment = (await merchant.authorize({}, { number: '4111111111111111' })).body.result
  expect(payment.status).toBe('APPROVED')
  const [attempt] = await app.database.sql`select attempt_id as id from attempts where transaction_id = ${payment.id}`
  return { payment, attempt: attempt!.id as string }
}

async function disputesOf({ id }: Shown): Promise<Shown[]> {
  return (await merchant.call('GET', `/api/disputes?transaction_id=${id}`)).body.items
}

describe('A dispute at Stripe', () => {
  it('whose closing notice comes before that of its charge is lost once', async () => {
    const { payment, attempt } = await paid()
    sandbox.disputes.put(attempt, { status: 'needs_response', money: [-1250] }, 'charge.dispute.created')
    sandbox.disputes.put(attempt, { status: 'lost', money: [-1250] }, 'charge.dispute.closed')
    expect(await deliver({ reversed: true, copies: 2 })).not.toContain(503)
    const [dispute, ...others] = await disputesOf(payment)
    expect(others).toEqual([])
    expect(dispute).toMatchObject({ status: 'LOST', funds: 'WITHDRAWN', reason: 'FRAUD', network_reason_code: '10.4' })
    expect(await moneyOf(merchant, payment)).toEqual([['CHARGEBACK', 1250]])
    await proven(app, merchant)
  })

  it('that is reinstated and then lost has its status from Stripe and its money from balance transactions', async () => {
    const { payment, attempt } = await paid()
    const states = [
      ['needs_response', [-1250], 'NEEDS_RESPONSE', 'WITHDRAWN'],
      ['under_review', [-1250], 'UNDER_REVIEW', 'WITHDRAWN'],
      ['under_review', [-1250, 1250], 'UNDER_REVIEW', 'REINSTATED'],
      ['lost', [-1250, 1250], 'LOST', 'REINSTATED'],
      ['lost', [-1250, 1250, -1250], 'LOST', 'WITHDRAWN'],
    ] as const
    for (const [status, money, ours, funds] of states) {
      sandbox.disputes.put(attempt, { status, money }, 'charge.dispute.updated')
      await deliver()
      expect((await disputesOf(payment))[0]).toMatchObject({ status: ours, funds })
    }
    expect((await moneyOf(merchant, payment)).map(([type]) => type)).toEqual([
      'CHARGEBACK',
      'CHARGEBACK_REVERSAL',
      'CHARGEBACK',
    ])
  })

  it('that is an inquiry is no chargeback', { tags: ['full'] }, async () => {
    const { payment, attempt } = await paid()
    sandbox.disputes.put(attempt, { status: 'warning_needs_response' }, 'charge.dispute.created')
    await deliver()
    expect((await disputesOf(payment))[0]).toMatchObject({ stage: 'INQUIRY', funds: 'NONE' })
    expect(await disputedAmountOf(merchant, payment)).toBe(0)
  })

  it.each([
    ['above the amount of the payment', 'eur', 2000],
    ['in another currency', 'usd', 1400],
  ])('%s keeps the amount of the network, and takes what was captured', async (_, currency, amount) => {
    const { payment, attempt } = await paid()
    const wanted = { status: 'needs_response', currency, amount, money: [-amount] }
    sandbox.disputes.put(attempt, wanted, 'charge.dispute.created')
    await deliver()
    expect((await disputesOf(payment))[0]).toMatchObject({
      currency: currency.toUpperCase(),
      amount: BigInt(amount),
    })
    expect(await moneyOf(merchant, payment)).toEqual([['CHARGEBACK', 1250]])
    expect(await disputedAmountOf(merchant, payment)).toBe(1250)
  })

  it('whose notices arrive together and repeated ends in one state', { tags: ['full'] }, async () => {
    const { payment, attempt } = await paid()
    sandbox.disputes.put(attempt, { status: 'needs_response', money: [-1250] }, 'charge.dispute.created')
    sandbox.disputes.put(attempt, { status: 'won', money: [-1250, 1250] }, 'charge.dispute.closed')
    await Promise.all(Array.from({ length: 4 }, (_, index) => deliver({ reversed: index % 2 === 0 })))
    expect(await disputesOf(payment)).toMatchObject([{ status: 'WON', funds: 'REINSTATED' }])
    expect(await moneyOf(merchant, payment)).toEqual([
      ['CHARGEBACK', 1250],
      ['CHARGEBACK_REVERSAL', 1250],
    ])
    await proven(app, merchant)
  })

  it('is accepted by closing it', { tags: ['full'] }, async () => {
    const { payment, attempt } = await paid()
    sandbox.disputes.put(attempt, { status: 'needs_response', money: [-1250] }, 'charge.dispute.created')
    await deliver()
    const [dispute] = await disputesOf(payment)
    expect((await accept(merchant, dispute)).body).toMatchObject({ status: 'ACCEPTED', funds: 'WITHDRAWN' })
    expect((await accept(merchant, dispute)).status).toBe(200)
  })

  it('of a payment that is not decided yet waits for the payment', { tags: ['full'], timeout: 60_000 }, async () => {
    // The worker would ask about the payment before the notice comes.
    await app.stopWorker()
    const order = { reference: `${newReference()} fault=confirm:late-silence` }
    const payment = (await merchant.authorize(order, { number: '4111111111111111' })).body.result
    expect(payment.status).toBe('PENDING')
    const [attempt] = await app.database.sql`select attempt_id as id from attempts where transaction_id = ${payment.id}`
    sandbox.disputes.put(attempt!.id as string, { status: 'lost', money: [-1250] }, 'charge.dispute.closed')
    expect(await deliver()).toContain(503)
    await app.startWorker()
    await eventually('the payment is approved', 40, async () => {
      return (await merchant.status(payment.id)).transaction.status === 'APPROVED'
    })
    expect(await deliver()).not.toContain(503)
    expect(await disputesOf(payment)).toMatchObject([{ status: 'LOST', funds: 'WITHDRAWN' }])
    expect(await moneyOf(merchant, payment)).toEqual([['CHARGEBACK', 1250]])
  })

  it('that Stripe does not know, or of another system, is none', { tags: ['full'] }, async () => {
    const { payment, attempt } = await paid()
    sandbox.disputes.put(attempt, { status: 'needs_response' }, 'charge.dispute.created')
    const intent = sandbox.book.intentOf(attempt)!
    intent.metadata.merchant_id = 'mer_other'
    expect(await deliver()).not.toContain(503)
    expect(await disputesOf(payment)).toEqual([])
  })
})

it('An early fraud warning is an event, once', async () => {
  const { payment, attempt } = await paid()
  sandbox.disputes.warn(attempt)
  await deliver({ copies: 2 })
  await deliver()
  const warnings = (await eventsOf(merchant, 'fraud_warning.received')).filter(
    ({ transaction_id }) => transaction_id === payment.id,
  )
  expect(warnings).toEqual([expect.objectContaining({ reason: 'misc', amount: 1250n, reference: payment.reference })])
})
