import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { done, follow, refused } from '../manage/follow-ups.ts'
import { accept, disputed, disputedAmountOf, moneyOf, move, proven, shown } from './disputes.ts'

// Sequences of disputes that others book wrongly (docs/reference/disputes.md).

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
})
beforeEach(async () => {
  merchant = await app.newMerchant()
})
afterAll(() => app.close())

const FULL = { tags: ['full'] }

it('an accepted inquiry that becomes a chargeback and is lost is LOST', async () => {
  const { dispute } = await disputed(merchant, 'inquiry')
  expect((await accept(merchant, dispute)).body.status).toBe('ACCEPTED')
  const lost = await move(merchant, dispute, 'CHARGEBACK', 'UNDER_REVIEW', 'LOST')
  expect(lost).toMatchObject({ status: 'LOST', funds: 'WITHDRAWN' })
})

it('money that a second dispute took is booked once the first gives its money back', async () => {
  const { payment, dispute } = await disputed(merchant, 'chargeback')
  await app.database.sql`
    insert into simulator.disputes (dispute_id, merchant_id, provider, provider_account_id, attempt_id, transaction_id,
      amount, currency, stage, status, respond_by, notice_url, notice_signature, movements, notice_at, notices_left)
    select dispute_id || '_2', merchant_id, provider, provider_account_id, attempt_id, transaction_id,
      amount, currency, stage, status, respond_by, notice_url, notice_signature, movements, now(), 5
    from simulator.disputes where transaction_id = ${payment.id}`
  await eventually('both are known', 30, async () => {
    return (await merchant.call('GET', `/api/disputes?transaction_id=${payment.id}`)).body.items.length === 2
  })
  await move(merchant, dispute, 'WON')
  expect(await disputedAmountOf(merchant, payment)).toBe(1250)
  await refused(merchant, payment, 'REFUND', { amount: 1 }, 'amount')
  await proven(app, merchant)
})

it('a void in progress when the money is taken is a double loss', FULL, async () => {
  const { payment, dispute } = await disputed(merchant, 'inquiry')
  const ends = { simulate_final_response_code: 'TRX_STATUS_APPROVED', simulate_final_after_seconds: 2 }
  await follow(merchant, payment, 'VOID', { metadata: { response_code: 'TRX_STATUS_PENDING', ...ends } })
  expect(await move(merchant, dispute, 'CHARGEBACK')).toMatchObject({ double_loss: true })
  await eventually(
    'the void succeeds',
    30,
    async () => (await merchant.status(payment.id)).transaction.captured_amount === 0n,
  )
  expect((await shown(merchant, dispute)).double_loss).toBe(true)
  await proven(app, merchant)
  expect(await move(merchant, dispute, 'WON')).toMatchObject({ double_loss: false })
  await proven(app, merchant)
})

it('takes what was captured when the money is taken, and what is captured later', FULL, async () => {
  const { payment, dispute } = await disputed(merchant, 'inquiry', { transaction_type: 'AUTHORIZE' })
  await done(merchant, payment, 'CAPTURE', { amount: 333, final: false })
  await move(merchant, dispute, 'CHARGEBACK')
  await done(merchant, payment, 'CAPTURE', { amount: 400 })
  await eventually('it is taken too', 30, async () => (await disputedAmountOf(merchant, payment)) === 733)
  await refused(merchant, payment, 'REFUND', { amount: 1 }, 'amount')
  await move(merchant, dispute, 'WON', 'LOST')
  const taken = (await moneyOf(merchant, payment)).filter(([type]) => type.startsWith('CHARGEBACK'))
  expect(taken.map(([, amount]) => amount)).toEqual([333, 400, 733, 733])
  await proven(app, merchant)
})
