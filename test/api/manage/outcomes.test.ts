import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { eventsOf } from '../three-ds/shopper.ts'
import { approved, authorized, done, follow, refused, type Shown, sumsOf } from './follow-ups.ts'

/** docs/reference/unknown-outcomes.md#what-happens, once the provider answers again. */
const SETTLED_WITHIN_SECONDS = 60

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await startOwnGateway({ PROVIDER_TIMEOUT_SECONDS: '1' })
  merchant = app.merchant
})
afterAll(() => app.close())

function ended(shop: TestMerchant, { id }: Shown, seconds = SETTLED_WITHIN_SECONDS): Promise<Shown> {
  return eventually(`the end of ${id}`, seconds, async () => {
    const { transaction } = await shop.status(id)
    return transaction.status !== 'PENDING' && transaction
  })
}

async function chargesOf({ id }: Shown): Promise<string[]> {
  const { items } = (await merchant.call('GET', `/api/simulators/charges?transaction_id=${id}`)).body
  return items.map(({ state }: { state: string }) => state)
}

describe('metadata drives the outcome, as for card payments', () => {
  const name = 'a refund ends with %s as %s %s and gives back what it had reserved'
  it.each([
    ['TRX_STATUS_DECLINED', 'DECLINED', '1000'],
    ['TRX_STATUS_SESSION_EXPIRED', 'SESSION_EXPIRED', '1005'],
    ['AUTHENTICATION_NOT_AUTHENTICATED', 'INVALID', '3000'],
  ])(name, givesBack)
  it.each([
    ['TRX_STATUS_FAILED', 'DECLINED', '1001'],
    ['TRX_STATUS_CANCELED', 'CANCELED', '1003'],
    ['TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', 'DECLINED', '1004'],
    ['RISK_FAILED_FRAUD', 'DECLINED', '4101'],
  ])(name, { tags: ['full'] }, givesBack)

  async function givesBack(response_code: string, status: string, code: string): Promise<void> {
    const sold = await approved(merchant)
    const record = await follow(merchant, sold, 'REFUND', { metadata: { response_code } })
    expect(record).toMatchObject({ status, processing_code: code, approved: false })
    expect(await eventsOf(merchant, record.id)).toMatchObject([{ status, transaction_type: 'REFUND' }])
    expect(await sumsOf(merchant, sold)).toEqual([sold.amount, 0n])
    // The order keeps its reference, regardless of the refund.
    expect((await merchant.authorize({ reference: sold.reference })).status).toBe(422)
    await done(merchant, sold, 'REFUND')
  }

  it('texts come through', async () => {
    const metadata = { response_message: 'thank you', approval_code: 'AB12', reference_number: '77' }
    expect(await follow(merchant, await approved(merchant), 'REFUND', { metadata })).toMatchObject({
      response_message: 'thank you',
      processing_result: { approval_code: 'AB12', reference_number: '77' },
      metadata,
    })
  })

  it('a decline is not tried elsewhere: only the account that was paid can give back', async () => {
    const record = await follow(merchant, await approved(merchant), 'REFUND', {
      metadata: { response_code: 'TRX_STATUS_DECLINED' },
    })
    expect(await chargesOf(record)).toEqual(['REFUSED'])
    expect(record.data).toBeNull()
  })
})

describe('a follow-up that is confirmed as pending', () => {
  const pending = (final: string) => ({
    response_code: 'TRX_STATUS_PENDING',
    simulate_final_response_code: final,
    simulate_final_after_seconds: 1,
  })

  it('counts against the sums until it ends, then it is used', async () => {
    const sold = await approved(merchant, { amount: 100 })
    const refund = await follow(merchant, sold, 'REFUND', { amount: 60, metadata: pending('TRX_STATUS_APPROVED') })
    expect(refund).toMatchObject({ status: 'PENDING', processing_code: '1002', pending: true })
    expect(await sumsOf(merchant, sold)).toEqual([100n, 0n])
    await refused(merchant, sold, 'REFUND', { amount: 41 }, 'amount')
    await done(merchant, sold, 'REFUND', { amount: 40 })
    expect(await ended(merchant, refund)).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
    expect(await sumsOf(merchant, sold)).toEqual([100n, 100n])
    expect(await eventsOf(merchant, refund.id)).toMatchObject([{ status: 'APPROVED' }])
  })

  it('is given back where it is declined in the end', async () => {
    const hold = await authorized(merchant, { amount: 100 })
    const metadata = pending('TRX_STATUS_DECLINED')
    const capture = await follow(merchant, hold, 'CAPTURE', {
      amount: 60,
      metadata,
      options: { final_capture: true },
    })
    await refused(merchant, hold, 'CAPTURE', { amount: 1 })
    expect(await ended(merchant, capture)).toMatchObject({ status: 'DECLINED' })
    await done(merchant, hold, 'CAPTURE', { amount: 100 })
  })

  it('a void', async () => {
    const sold = await approved(merchant)
    const undone = await follow(merchant, sold, 'VOID', { metadata: pending('TRX_STATUS_APPROVED') })
    expect(await sumsOf(merchant, sold)).toEqual([sold.amount, 0n])
    await ended(merchant, undone)
    expect(await sumsOf(merchant, sold)).toEqual([0n, 0n])
  })
})

/** A fault, how the refund ends, the simulator's ledger and the refunded amount then. */
type RefundFault = readonly [string, status: string, ledger: readonly string[], refunded: bigint]

describe.concurrent('an unknown outcome is finalized by asking', () => {
  const faults: readonly RefundFault[] = [
    ['timeout_after_charge', 'APPROVED', ['CHARGED'], 100n],
    ['garbage_answer', 'APPROVED', ['CHARGED'], 100n],
  ]
  const furtherFaults: readonly RefundFault[] = [
    ['connection_reset', 'APPROVED', ['CHARGED'], 100n],
    ['late_notice', 'APPROVED', ['CHARGED'], 100n],
    ['timeout_before_charge', 'DECLINED', [], 0n],
    ['inquiry_not_found', 'DECLINED', ['REVERSED'], 0n],
  ]
  const name = '%s: PENDING, reserved, then %s; ledger and sums agree'
  const patience = { timeout: SETTLED_WITHIN_SECONDS * 1000 }
  it.each(faults)(name, patience, isFinalizedByAsking)
  it.each(furtherFaults)(name, { ...patience, tags: ['full'] }, isFinalizedByAsking)
})

async function isFinalizedByAsking(...[simulate_fault, status, ledger, refunded]: RefundFault): Promise<void> {
  const sold = await approved(merchant, { amount: 100 })
  const refund = await follow(merchant, sold, 'REFUND', { metadata: { simulate_fault } })
  expect(refund).toMatchObject({ status: 'PENDING', processing_code: '1002' })
  await refused(merchant, sold, 'REFUND', { amount: 1 }, 'amount')
  expect(await ended(merchant, refund)).toMatchObject({ status })
  await eventually('the ledger to agree', 30, async () => String(await chargesOf(refund)) === String(ledger))
  expect(await sumsOf(merchant, sold)).toEqual([100n, refunded])
  expect(await eventsOf(merchant, refund.id)).toMatchObject([{ status }])
  if (refunded === 0n) await done(merchant, sold, 'REFUND')
  else await refused(merchant, sold, 'REFUND', { amount: 1 }, 'amount')
}

describe('PENDING_TTL_SECONDS', () => {
  const PENDING = { metadata: { response_code: 'TRX_STATUS_PENDING' } }

  it('ends a capture and gives back what it reserved; a refund waits indefinitely', async () => {
    const quick = await startOwnGateway({ PENDING_TTL_SECONDS: '1' })
    try {
      const shop = quick.merchant
      const [hold, sold] = await Promise.all([authorized(shop), approved(shop)])
      const capture = await follow(shop, hold, 'CAPTURE', PENDING)
      const refund = await follow(shop, sold, 'REFUND', PENDING)
      expect(await ended(shop, capture, 6)).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
      await done(shop, hold, 'CAPTURE')
      await sleep(1000)
      expect((await shop.status(refund.id)).transaction.status).toBe('PENDING')
    } finally {
      await quick.close()
    }
  })
})
