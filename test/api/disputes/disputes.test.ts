import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { advance, DAY, HOUR } from '../expiry/expiries.ts'
import { done, follow, refused } from '../manage/follow-ups.ts'
import { accept, disputed, disputedAmountOf, eventsOf, moneyOf, move, proven, shown, withSettings } from './disputes.ts'

// Disputes: status is asked, funds are booked, neither is guessed from the other (docs/reference/disputes.md).

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
})
afterAll(() => app.close())

it('a chargeback is recorded by the provider, and its timeline is in order of time', async () => {
  const { payment } = await disputed(merchant, 'chargeback')
  const [record] = (await merchant.call('GET', `/api/transactions?parent_id=${payment.id}`)).body.items
  const { items } = (await merchant.call('GET', `/api/transactions/${record.id}/timeline`)).body
  expect(items.slice(0, 2)).toMatchObject([{ kind: 'created', actor: 'provider' }, { kind: 'finished' }])
  const times = items.map(({ at }: { at: string }) => at)
  expect(times).toEqual(times.toSorted())
})

describe('an inquiry', () => {
  it('opens with the amount of the payment, takes no money and leaves refunds possible', async () => {
    const { payment, dispute } = await disputed(merchant, 'inquiry')
    expect(dispute).toMatchObject({
      id: expect.stringMatching(/^dsp_/),
      transaction_id: payment.id,
      stage: 'INQUIRY',
      status: 'NEEDS_RESPONSE',
      funds: 'NONE',
      reason: 'FRAUD',
      amount: payment.amount,
      currency: 'EUR',
      evidence: null,
      allowed_actions: ['accept'],
      double_loss: false,
      history: [{ stage: 'INQUIRY', status: 'NEEDS_RESPONSE', funds: 'NONE' }],
    })
    expect((Date.parse(dispute.respond_by) - Date.parse(dispute.created_at)) / (DAY * 1000)).toBeCloseTo(7, 2)
    expect(await moneyOf(merchant, payment)).toEqual([])
    expect(await disputedAmountOf(merchant, payment)).toBe(0)
    await done(merchant, payment, 'REFUND')
  })

  it('that is closed was no chargeback', { tags: ['full'] }, async () => {
    const { payment, dispute } = await disputed(merchant, 'inquiry')
    expect(await move(merchant, dispute, 'UNDER_REVIEW', 'CLOSED')).toMatchObject({
      stage: 'INQUIRY',
      status: 'CLOSED',
      funds: 'NONE',
      allowed_actions: [],
    })
    expect(await moneyOf(merchant, payment)).toEqual([])
  })

  it('that becomes a chargeback takes the money then', async () => {
    const { payment, dispute } = await disputed(merchant, 'inquiry')
    expect(await move(merchant, dispute, 'CHARGEBACK')).toMatchObject({ stage: 'CHARGEBACK', funds: 'WITHDRAWN' })
    expect(await moneyOf(merchant, payment)).toEqual([['CHARGEBACK', 1250]])
  })
})

describe('a chargeback', () => {
  it('is a record under its payment, approved, with its dispute, and an event of its own', async () => {
    const { payment, dispute } = await disputed(merchant, 'chargeback')
    expect(dispute).toMatchObject({ stage: 'CHARGEBACK', status: 'NEEDS_RESPONSE', funds: 'WITHDRAWN' })
    const query = `transaction_type=CHARGEBACK&parent_id=${payment.id}`
    const [record] = (await merchant.call('GET', `/api/transactions?${query}`)).body.items
    expect(record).toMatchObject({
      ...{ status: 'APPROVED', processing_code: '0000', amount: payment.amount, currency: 'EUR' },
      ...{ reference: payment.reference, order_id: payment.order_id, dispute_id: dispute.id, allowed_actions: [] },
    })
    const events = await merchant.call('GET', `/api/events?transaction_id=${record.id}`)
    expect(events.body.items).toMatchObject([
      {
        event: 'transaction.processed',
        payload: { id: record.id, transaction_type: 'CHARGEBACK', dispute_id: dispute.id },
      },
    ])
    expect(await disputedAmountOf(merchant, payment)).toBe(1250)
    await proven(app, merchant)
  })

  it('cannot be refunded or voided, and can again once it is won', async () => {
    const { payment, dispute } = await disputed(merchant, 'chargeback')
    expect((await merchant.status(payment.id)).transaction.allowed_actions).toEqual([])
    await refused(merchant, payment, 'REFUND', { amount: 1 }, 'amount')
    await refused(merchant, payment, 'VOID')
    expect(await move(merchant, dispute, 'WON')).toMatchObject({ status: 'WON', funds: 'REINSTATED' })
    expect(await disputedAmountOf(merchant, payment)).toBe(0)
    await done(merchant, payment, 'REFUND')
    await proven(app, merchant)
  })

  it('stays taken when it is lost', { tags: ['full'] }, async () => {
    const { payment, dispute } = await disputed(merchant, 'chargeback')
    expect(await move(merchant, dispute, 'UNDER_REVIEW', 'LOST')).toMatchObject({ status: 'LOST', funds: 'WITHDRAWN' })
    expect(await moneyOf(merchant, payment)).toEqual([['CHARGEBACK', 1250]])
    await refused(merchant, payment, 'REFUND', { amount: 1 }, 'amount')
  })

  it('reinstated and then lost is withdrawn again by a second CHARGEBACK', async () => {
    const { payment, dispute } = await disputed(merchant, 'chargeback')
    const lost = await move(merchant, dispute, 'WON', 'LOST')
    expect(lost).toMatchObject({ status: 'LOST', funds: 'WITHDRAWN' })
    expect(lost.history.map(({ status, funds }: { status: string; funds: string }) => [status, funds])).toEqual([
      ['NEEDS_RESPONSE', 'WITHDRAWN'],
      ['WON', 'REINSTATED'],
      ['LOST', 'WITHDRAWN'],
    ])
    const money = [
      ['CHARGEBACK', 1250],
      ['CHARGEBACK_REVERSAL', 1250],
      ['CHARGEBACK', 1250],
    ]
    expect(await moneyOf(merchant, payment)).toEqual(money)
    expect(await disputedAmountOf(merchant, payment)).toBe(1250)
    await proven(app, merchant)
  })

  it('moves once however often its provider says the same', async () => {
    const { payment, dispute } = await disputed(merchant, 'chargeback')
    await move(merchant, dispute, 'CHARGEBACK', 'LOST', 'LOST', 'WON', 'WON')
    expect(await moneyOf(merchant, payment)).toEqual([
      ['CHARGEBACK', 1250],
      ['CHARGEBACK_REVERSAL', 1250],
    ])
  })

  it('of a part-refunded payment takes what the provider takes, and leaves no refund below 0', async () => {
    const { payment, dispute } = await disputed(merchant, 'inquiry')
    await done(merchant, payment, 'REFUND', { amount: 500 })
    await move(merchant, dispute, 'CHARGEBACK', 'LOST')
    expect(await moneyOf(merchant, payment)).toEqual([
      ['REFUND', 500],
      ['CHARGEBACK', 1250],
    ])
    expect((await merchant.status(payment.id)).transaction).toMatchObject({
      refunded_amount: 500n,
      disputed_amount: 1250n,
    })
    await refused(merchant, payment, 'REFUND', { amount: 1 }, 'amount')
    await proven(app, merchant)
  })

  it('is a double loss while it and the refunds, done or in progress, exceed what was captured; each change has its event', async () => {
    const { payment, dispute } = await disputed(merchant, 'inquiry')
    await done(merchant, payment, 'REFUND', { amount: 500 })
    expect(await move(merchant, dispute, 'CHARGEBACK')).toMatchObject({ funds: 'WITHDRAWN', double_loss: true })
    expect(await move(merchant, dispute, 'WON')).toMatchObject({ double_loss: false })
    const metadata = { response_code: 'TRX_STATUS_PENDING', ...FAILS_LATER }
    expect(await follow(merchant, payment, 'REFUND', { amount: 1, metadata })).toMatchObject({ status: 'PENDING' })
    expect(await move(merchant, dispute, 'LOST')).toMatchObject({ double_loss: true })
    expect(await losses(dispute)).toEqual([true, false, true])
    await proven(app, merchant)
  })

  it('is no double loss any longer once the refund in progress fails', async () => {
    const { payment, dispute } = await disputed(merchant, 'inquiry')
    const metadata = { response_code: 'TRX_STATUS_PENDING', ...FAILS_LATER }
    await follow(merchant, payment, 'REFUND', { metadata })
    expect(await move(merchant, dispute, 'CHARGEBACK')).toMatchObject({ double_loss: true })
    await eventually('the refund fails', 30, async () => !(await shown(merchant, dispute)).double_loss)
    await eventually('the merchant hears of it', 30, async () => (await losses(dispute)).length === 2)
    expect(await losses(dispute)).toEqual([true, false])
    await proven(app, merchant)
  })

  it('of a voided purchase takes the money once more: a double loss', async () => {
    const { payment, dispute } = await disputed(merchant, 'inquiry')
    await done(merchant, payment, 'VOID')
    expect(await move(merchant, dispute, 'CHARGEBACK')).toMatchObject({ funds: 'WITHDRAWN', double_loss: true })
    expect(await moneyOf(merchant, payment)).toEqual([
      ['VOID', 1250],
      ['CHARGEBACK', 1250],
    ])
    await proven(app, merchant)
    expect(await move(merchant, dispute, 'WON')).toMatchObject({ double_loss: false })
    await proven(app, merchant)
  })

  it('of an authorization takes the money when it is captured, without another answer of the provider', async () => {
    const { payment, dispute } = await disputed(merchant, 'inquiry', { transaction_type: 'AUTHORIZE' })
    const { sql } = app.database
    const taken = JSON.stringify([{ kind: 'WITHDRAWN', amount: '1250' }])
    await sql`
      update simulator.disputes set stage = 'CHARGEBACK', movements = ${taken}::text::jsonb, notice_at = now(), notices_left = 5
      where transaction_id = ${payment.id}`
    await eventually('it is known', 30, async () => (await shown(merchant, dispute)).funds === 'WITHDRAWN')
    expect(await moneyOf(merchant, payment)).toEqual([])
    // The provider says nothing more.
    await sql`update simulator.disputes set movements = '[]', notice_at = null where transaction_id = ${payment.id}`
    await done(merchant, payment, 'CAPTURE', { amount: 400 })
    await eventually('it is booked', 30, async () => (await disputedAmountOf(merchant, payment)) === 400)
    expect(await moneyOf(merchant, payment)).toContainEqual(['CHARGEBACK', 400])
    expect(await shown(merchant, dispute)).toMatchObject({ double_loss: false })
  })

  it('takes the dispute_fee of the account with the money, once, and keeps it', async () => {
    const own = await app.newMerchant()
    await withSettings(app, own, { dispute_fee: 1500 })
    const { payment, dispute } = await disputed(own, 'inquiry')
    const owed = async () => {
      const { items } = (await own.call('GET', '/api/balances')).body
      return items.map(({ pending, available }: Record<string, bigint>) => Number(pending! + available!))
    }
    expect(await owed()).toEqual([1250])
    await move(own, dispute, 'CHARGEBACK')
    expect(await owed()).toEqual([-1500])
    await move(own, dispute, 'WON')
    expect(await owed()).toEqual([-250])
    await move(own, dispute, 'LOST')
    expect(await owed()).toEqual([-1500])
    expect((await moneyOf(own, payment)).length).toBe(3)
    await proven(app, own)
  })
})

const FAILS_LATER = { simulate_final_response_code: 'TRX_STATUS_DECLINED', simulate_final_after_seconds: 2 }

/** Double losses that the events of a dispute report, once for each change. */
async function losses({ id }: { readonly id: string }): Promise<boolean[]> {
  const events = (await eventsOf(merchant, 'dispute.updated')).filter((payload) => payload.id === id)
  const values = events.map(({ double_loss }) => double_loss as boolean)
  return values.filter((value, index) => value !== (values[index - 1] ?? false))
}

describe('accepting', () => {
  it('is done once, and answered again', async () => {
    const { dispute } = await disputed(merchant, 'chargeback')
    const [one, two] = await Promise.all([accept(merchant, dispute), accept(merchant, dispute)])
    for (const { status, body } of [one, two, await accept(merchant, dispute)]) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ status: 'ACCEPTED', funds: 'WITHDRAWN', allowed_actions: [] })
    }
    expect((await move(merchant, dispute, 'LOST')).status).toBe('ACCEPTED')
  })

  it('is possible for an inquiry and under review', async () => {
    const { dispute } = await disputed(merchant, 'inquiry')
    await move(merchant, dispute, 'UNDER_REVIEW')
    expect((await accept(merchant, dispute)).body).toMatchObject({
      stage: 'INQUIRY',
      status: 'ACCEPTED',
      funds: 'NONE',
    })
  })

  it.each(['WON', 'LOST'])('is a 422 on status after %s', async (state) => {
    const { dispute } = await disputed(merchant, 'chargeback')
    await move(merchant, dispute, state)
    const { status, body } = await accept(merchant, dispute)
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ property: 'status', params: [state] }])
  })
})

describe('the events', () => {
  it('say what happened, with the dispute as GET shows it', async () => {
    const own = await app.newMerchant()
    const { dispute } = await disputed(own, 'inquiry')
    expect(await eventsOf(own, 'dispute.opened')).toEqual([dispute])
    const updated = await move(own, dispute, 'CHARGEBACK')
    expect(await eventsOf(own, 'dispute.updated')).toEqual([updated])
    const won = await move(own, dispute, 'WON', 'WON')
    expect(await eventsOf(own, 'dispute.closed')).toEqual([won])
    const lost = await move(own, dispute, 'LOST')
    expect(await eventsOf(own, 'dispute.closed')).toEqual([won, lost])
  })

  it('warn 72 and 24 hours before the deadline, by the clock of the merchant', async () => {
    const own = await app.newMerchant()
    const { dispute } = await disputed(own, 'inquiry')
    const warnings = (count: number) =>
      eventually(`${count} warnings`, 30, async () => {
        const due = await eventsOf(own, 'dispute.due')
        return due.length === count ? due : undefined
      })
    await advance(own, 4 * DAY - HOUR)
    expect(await eventsOf(own, 'dispute.due')).toEqual([])
    await advance(own, 2 * HOUR)
    expect(await warnings(1)).toEqual([dispute])
    await advance(own, 2 * DAY)
    await warnings(2)
  })

  it('warn of nothing that is under review', { tags: ['full'] }, async () => {
    const own = await app.newMerchant()
    const { dispute } = await disputed(own, 'inquiry')
    const other = await disputed(own, 'inquiry')
    await move(own, dispute, 'UNDER_REVIEW')
    await advance(own, 5 * DAY)
    await eventually('the other warning', 30, async () => (await eventsOf(own, 'dispute.due')).length > 0)
    expect((await eventsOf(own, 'dispute.due')).map(({ id }) => id)).toEqual([other.dispute.id])
  })
})

describe('the list', () => {
  it('is narrowed by status, stage, deadline and payment, and has pages', async () => {
    const own = await app.newMerchant()
    const one = await disputed(own, 'inquiry')
    const two = await disputed(own, 'chargeback')
    await move(own, two.dispute, 'LOST')
    const idsOf = async (query: string) =>
      (await own.call('GET', `/api/disputes?${query}`)).body.items.map(({ id }: { id: string }) => id)
    expect(await idsOf('')).toEqual([two.dispute.id, one.dispute.id])
    expect(await idsOf('status=LOST')).toEqual([two.dispute.id])
    expect(await idsOf('stage=INQUIRY')).toEqual([one.dispute.id])
    expect(await idsOf(`transaction_id=${one.payment.id}`)).toEqual([one.dispute.id])
    expect(await idsOf(`respond_by_before=${one.dispute.respond_by}`)).toEqual([])
    expect(await idsOf('respond_by_before=2099-01-01T00:00:00Z')).toHaveLength(2)
    const { next_cursor } = (await own.call('GET', '/api/disputes?limit=1')).body
    expect(await idsOf(`limit=1&cursor=${next_cursor}`)).toEqual([one.dispute.id])
    expect((await own.call('GET', '/api/disputes?status=WRONG&stage=X')).status).toBe(422)
  })

  it('shows no dispute of another merchant', async () => {
    const { dispute } = await disputed(merchant, 'inquiry')
    const other = await app.newMerchant()
    expect((await other.call('GET', '/api/disputes')).body.items).toEqual([])
    for (const path of [`/api/disputes/${dispute.id}/accept`, `/api/simulators/disputes/${dispute.id}/move`]) {
      expect((await other.call('POST', path, { body: { to: 'WON' } })).status).toBe(404)
    }
  })
})

describe('simulate_dispute', () => {
  it.each(['yes', 1, ''])('%j is a 422', async (simulate_dispute) => {
    const { status, body } = await merchant.authorize({ metadata: { simulate_dispute } })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ property: 'metadata.simulate_dispute' }])
  })

  it('of a declined payment opens nothing', { tags: ['full'] }, async () => {
    const own = await app.newMerchant()
    await own.authorize({ metadata: { simulate_dispute: 'inquiry', response_code: 'TRX_STATUS_DECLINED' } })
    await disputed(own, 'inquiry')
    expect((await own.call('GET', '/api/disputes')).body.items).toHaveLength(1)
  })
})
