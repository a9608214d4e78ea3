import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { chargesOf } from '../three-ds/shopper.ts'
import { approved, ask, authorized, bodyFor, done, follow, refused, type Shown, sumsOf } from './follow-ups.ts'

// docs/reference/references.md#follow-ups

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

const refund = (original: Shown, follow_up_reference: string, changes = {}) =>
  follow(merchant, original, 'REFUND', { amount: 400, follow_up_reference, ...changes })
const eventOf = async ({ id }: Shown) => {
  const { items } = (await merchant.call('GET', `/api/events?transaction_id=${id}`)).body
  expect(items).toHaveLength(1)
  return items[0].payload
}

describe('follow_up_reference', () => {
  it('stands in the record and the event, null without, and finds its follow-up in the list', async () => {
    const original = await approved(merchant)
    const named = await refund(original, 'refund 1 of ä')
    expect(named).toMatchObject({ status: 'APPROVED', follow_up_reference: 'refund 1 of ä' })
    expect((await merchant.status(named.id)).transaction.follow_up_reference).toBe('refund 1 of ä')
    expect((await eventOf(named)).follow_up_reference).toBe('refund 1 of ä')
    const path = `/api/transactions?follow_up_reference=${encodeURIComponent('refund 1 of ä')}`
    const { items } = (await merchant.call('GET', path)).body
    expect(items.map(({ id }: Shown) => id)).toEqual([named.id])
    const unnamed = await done(merchant, original, 'REFUND', { amount: 1 })
    expect([original.follow_up_reference, unnamed.follow_up_reference]).toEqual([null, null])
    expect((await eventOf(unnamed)).follow_up_reference).toBeNull()
    const other = await app.newMerchant()
    expect((await other.call('GET', path)).body.items).toEqual([])
  })

  it('sent again with the same type and amount answers the first one, also when it was declined', async () => {
    const original = await approved(merchant)
    const first = await refund(original, 'r1')
    expect(await refund(original, 'r1', { metadata: { note: 'another' } })).toEqual(first)
    expect(await sumsOf(merchant, original)).toEqual([1250n, 400n])
    const declined = await refund(original, 'r2', { metadata: { response_code: 'TRX_STATUS_DECLINED' } })
    expect(declined.status).toBe('DECLINED')
    expect(await refund(original, 'r2')).toEqual(declined)
  })

  it('sent again after nothing of the original is left still answers the first one', async () => {
    const original = await authorized(merchant)
    const whole = await done(merchant, original, 'CAPTURE', { follow_up_reference: 'all' })
    expect(await follow(merchant, original, 'CAPTURE', { follow_up_reference: 'all' })).toEqual(whole)
  })

  it('sent again with another amount or type is INVALID on it, and changes nothing', async () => {
    const original = await authorized(merchant)
    await done(merchant, original, 'CAPTURE', { amount: 500, follow_up_reference: 'x' })
    const other = { amount: 499, follow_up_reference: 'x' }
    expect(await refused(merchant, original, 'CAPTURE', other, 'follow_up_reference')).toMatchObject({
      follow_up_reference: 'x',
    })
    await refused(merchant, original, 'REFUND', { ...other, amount: 500 }, 'follow_up_reference')
    expect(await sumsOf(merchant, original)).toEqual([500n, 0n])
  })

  it('is free again after an INVALID follow-up, which is judged again', async () => {
    const original = await approved(merchant)
    await refused(merchant, original, 'REFUND', { amount: 9999, follow_up_reference: 'late' }, 'amount')
    expect(await refund(original, 'late')).toMatchObject({ status: 'APPROVED', amount: 400n })
  })

  it('belongs to one original: another one may use the same', async () => {
    const [one, two] = [await approved(merchant), await approved(merchant)]
    const [first, second] = [await refund(one, 'same'), await refund(two, 'same')]
    expect([first.status, second.status]).toEqual(['APPROVED', 'APPROVED'])
    expect(first.id).not.toBe(second.id)
  })

  it('sent many times at the same instant is executed once, and all get the one record', async () => {
    const original = await approved(merchant)
    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(original, 'burst')))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(answers.every(({ status }) => status === 'APPROVED')).toBe(true)
    expect(await chargesOf(merchant, answers[0].id)).toHaveLength(1)
    expect(await sumsOf(merchant, original)).toEqual([1250n, 400n])
  })

  it('with two amounts at the same instant executes one', async () => {
    const original = await approved(merchant)
    const answers = await Promise.all([100, 200, 300].map((amount) => refund(original, 'either', { amount })))
    expect(answers.map(({ status }) => status).sort()).toEqual(['APPROVED', 'INVALID', 'INVALID'])
    for (const { status, errors } of answers) {
      if (status === 'INVALID') expect(errors).toMatchObject([{ property: 'follow_up_reference' }])
    }
  })

  it.each(['', 'x'.repeat(81), 7])('%j is a 422', async (follow_up_reference) => {
    const original = await approved(merchant)
    const { status, body } = await ask(merchant, bodyFor(original, 'REFUND', { follow_up_reference }))
    expect([status, body.errors[0].property]).toEqual([422, 'follow_up_reference'])
  })
})

describe('parent_metadata of the event', () => {
  const metadata = { simulated_flow: 'VERSIONING_NOT_ENROLLED', order: { id: 9007199254740993n }, shop: 'A' }

  it('is the metadata of the original, to the last digit; the follow-up keeps its own', async () => {
    const original = await approved(merchant, { metadata })
    const payload = await eventOf(await done(merchant, original, 'REFUND', { amount: 1, metadata: { why: 'late' } }))
    expect(payload).toMatchObject({ metadata: { why: 'late' }, parent_metadata: metadata })
    expect((await eventOf(original)).parent_metadata).toBeNull()
  })

  it('is there when the follow-up is refused, and null where the original has none', async () => {
    const original = await approved(merchant, { metadata })
    const refusal = await refused(merchant, original, 'REFUND', { amount: 9999 }, 'amount')
    expect((await eventOf(refusal)).parent_metadata).toEqual(metadata)
    const unknown = { parent_transaction_id: 'trx_unknown' }
    const orphan = await refused(merchant, original, 'REFUND', unknown, 'parent_transaction_id')
    expect((await eventOf(orphan)).parent_metadata).toBeNull()
  })
})
