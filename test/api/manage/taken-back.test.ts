import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proveLedger } from '#flows/ledger/verify.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { push } from '../payouts/payout-requests.ts'
import { approved, done, follow, type Shown, sumsOf } from './follow-ups.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
})
afterAll(() => app.close())

const TAKEN_BACK = { metadata: { simulate_fault: 'taken_back' } }

async function reversalOf({ id }: Shown, type: string): Promise<Shown> {
  return eventually(`a ${type}`, 30, async () => {
    const { body } = await merchant.call('GET', `/api/transactions?transaction_type=${type}`)
    return body.items.find(({ data }: Shown) => data.reversal_of === id)
  })
}

async function balanceOf(currency: string): Promise<{ pending: bigint; available: bigint }> {
  const { body } = await merchant.call('GET', '/api/balances')
  const { pending, available } = body.items.find((item: Shown) => item.currency === currency)
  return { pending, available }
}

describe('Money that comes back', () => {
  it('from a refund: the refund keeps its status, a further record shows the return, and the parent can be refunded again', async () => {
    const parent = await approved(merchant, { amount: 5000 })
    const before = await balanceOf(parent.currency)
    const refund = await done(merchant, parent, 'REFUND', { amount: 2000, ...TAKEN_BACK })
    const reversal = await reversalOf(refund, 'REFUND_REVERSAL')
    expect(reversal).toMatchObject({
      status: 'APPROVED',
      processing_code: '0000',
      parent_id: parent.id,
      reference: parent.reference,
      order_id: parent.order_id,
      amount: refund.amount,
      data: { reversal_of: refund.id },
    })
    expect((await merchant.status(refund.id)).transaction).toMatchObject({ status: 'APPROVED' })
    expect((await sumsOf(merchant, parent)).map(Number)).toEqual([5000, 0])
    expect(await balanceOf(parent.currency)).toEqual(before)
    await done(merchant, parent, 'REFUND', { amount: 5000 })
  })

  it('is reported by an event of its own, once, even if the provider reports it again', async () => {
    const parent = await approved(merchant)
    const refund = await done(merchant, parent, 'REFUND', TAKEN_BACK)
    const reversal = await reversalOf(refund, 'REFUND_REVERSAL')
    const [attempt] = await app.database.sql`select attempt_id from attempts where transaction_id = ${refund.id}`
    const body = JSON.stringify({ merchant: merchant.merchantId, attempt: attempt!.attempt_id })
    const notices = Array.from({ length: 5 }, () =>
      fetch(`${app.baseUrl}/provider-notices/card-simulator`, { method: 'POST', body }),
    )
    for (const { status } of await Promise.all(notices)) expect(status).toBe(204)
    const events = await merchant.call('GET', `/api/events?transaction_id=${reversal.id}`)
    expect(events.body.items.map(({ payload }: Shown) => payload)).toEqual([
      expect.objectContaining({ transaction_type: 'REFUND_REVERSAL', parent_id: parent.id, status: 'APPROVED' }),
    ])
    const { body: list } = await merchant.call('GET', '/api/transactions?transaction_type=REFUND_REVERSAL')
    expect(list.items.filter(({ data }: Shown) => data.reversal_of === refund.id)).toHaveLength(1)
  })

  it('from a payout: its parent is the payout', async () => {
    const sent = (await push(merchant, TAKEN_BACK)).body.result
    const reversal = await reversalOf(sent, 'PAYOUT_REVERSAL')
    expect(reversal).toMatchObject({ parent_id: sent.id, amount: sent.amount, status: 'APPROVED' })
    expect((await merchant.status(sent.id)).transaction).toMatchObject({ status: 'APPROVED' })
  })

  it('comes only where the tester asked for that, not at the end asked for of what waits', async () => {
    const end = { simulate_final_response_code: 'TRX_STATUS_DECLINED', simulate_final_after_seconds: 1 }
    const parent = await approved(merchant, { amount: 5000 })
    const kept = await done(merchant, parent, 'REFUND', { amount: 2000, metadata: end })
    const later = await done(merchant, parent, 'REFUND', { amount: 1000, ...TAKEN_BACK })
    await reversalOf(later, 'REFUND_REVERSAL')
    const { body } = await merchant.call('GET', '/api/transactions?transaction_type=REFUND_REVERSAL')
    expect(body.items.filter(({ data }: Shown) => data.reversal_of === kept.id)).toEqual([])
    expect((await sumsOf(merchant, parent)).map(Number)).toEqual([5000, 2000])
  })

  it('nothing can be done with the record of it', async () => {
    const parent = await approved(merchant)
    const refund = await done(merchant, parent, 'REFUND', TAKEN_BACK)
    const reversal = await reversalOf(refund, 'REFUND_REVERSAL')
    for (const operation of ['CAPTURE', 'REFUND', 'VOID'] as const) {
      expect(await follow(merchant, reversal, operation)).toMatchObject({ status: 'INVALID', processing_code: '2000' })
    }
  })

  it('leaves the ledger proven', async () => {
    const { discrepancies } = await proveLedger(app.gateway, new AbortController().signal)
    expect(discrepancies.filter(({ merchantId }) => merchantId === merchant.merchantId)).toEqual([])
  })
})
