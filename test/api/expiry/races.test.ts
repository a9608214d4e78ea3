import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expireAuthorizations } from '#flows/expiry/expire-due.ts'
import { proveLedger } from '#flows/ledger/verify.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { authorized, follow, type Shown } from '../manage/follow-ups.ts'
import { advance, DAY, expiriesOf, recordOf } from './expiries.ts'

let app: RunningGateway
let own: TestMerchant
beforeAll(async () => {
  app = await startOwnGateway()
  own = app.merchant
  // Each round says when the worker looks.
  await app.stopWorker()
})
afterAll(() => app.close())

/** Money that the simulator has collected for an authorization, and what it has released. */
async function sumsAtSimulator({ reference }: Shown) {
  const { body } = await own.call('GET', `/api/simulators/charges?reference=${reference}`)
  const sum = (operation: string) =>
    body.items
      .filter((charge: Shown) => charge.operation === operation && charge.state === 'CHARGED')
      .reduce((total: bigint, { amount }: Shown) => total + BigInt(amount), 0n)
  return { captured: sum('CAPTURE'), voided: sum('VOID') }
}

/** @param ahead milliseconds that the capture has before the worker looks; negative if the worker is first */
async function race(amount: number, ahead: number): Promise<'captured' | 'expired'> {
  const payment = await authorized(own, { amount: 1000 })
  await advance(own, 7 * DAY)
  // The warning is skipped, so that the void is due.
  await expireAuthorizations(app.gateway)
  const [capture] = await Promise.all([
    sleep(Math.max(0, -ahead)).then(() => follow(own, payment, 'CAPTURE', { amount })),
    sleep(Math.max(0, ahead)).then(() => expireAuthorizations(app.gateway)),
  ])
  if (amount < 1000)
    await app.database.sql`update transactions set expiry_due_at = now() where expiry_due_at is not null`
  await expireAuthorizations(app.gateway)
  const record = await eventually('the end', 30, async () => {
    const shown = await recordOf(own, payment)
    return Number(shown.captured_amount) + Number(shown.expired_amount ?? 0) === 1000 && shown
  })
  const captured = BigInt(record.captured_amount)
  expect(captured).toBe(capture.status === 'APPROVED' ? BigInt(amount) : 0n)
  if (capture.status !== 'APPROVED') {
    expect(capture).toMatchObject({ status: 'INVALID', errors: [{ property: 'parent_transaction_id' }] })
  }
  expect(await sumsAtSimulator(payment)).toEqual({ captured, voided: 1000n - captured })
  expect(await expiriesOf(own, payment)).toHaveLength(captured === 1000n ? 0 : 1)
  return captured > 0n ? 'captured' : 'expired'
}

it('of a capture and an expiry at the same instant exactly one wins', {
  tags: ['full'],
  timeout: 300_000,
}, async () => {
  const wins = []
  for (let round = 0; round < 50; round += 1) wins.push(await race(round % 2 === 0 ? 1000 : 400, (round % 12) - 4))
  expect(new Set(wins)).toEqual(new Set(['captured', 'expired']))
  const { discrepancies } = await proveLedger(app.gateway, new AbortController().signal)
  expect(discrepancies).toEqual([])
})
