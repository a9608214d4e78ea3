import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { eventsOfType } from '../expiry/expiries.ts'
import { newClient } from '../identity/client-support.ts'
import { authorized, follow } from '../manage/follow-ups.ts'
import { eventsOf } from '../three-ds/shopper.ts'
import { entriesOf, listed, paid, withRules } from './listing.ts'

// Reviews (docs/reference/reviews.md).

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const REVIEW = { name: 'look at large ones', status: 'ACTIVE', when: [], then: { action: 'REVIEW' } }
const MARKS = [{ rule: REVIEW.name, action: 'REVIEW' }]

const decide = (merchant: TestMerchant, id: string, body: object) =>
  merchant.call('POST', `/api/transactions/${id}/review`, { body })

const found = async (merchant: TestMerchant, review: string) =>
  (await merchant.call('GET', `/api/transactions?review=${review}`)).body.items.map(({ id }: { id: string }) => id)

describe('a payment that a rule marks for review', () => {
  it('is approved as any other, open for review, and listed as such', async () => {
    const merchant = await withRules(await app.newMerchant(), REVIEW)
    const { body } = await merchant.authorize()
    const { result } = body
    expect(result).toMatchObject({ status: 'APPROVED', processing_code: '0000', approved: true })
    expect(result.data.risk).toMatchObject({ decision: 'REVIEW', matched: MARKS, review: 'OPEN' })
    expect(result.allowed_actions).toEqual(expect.arrayContaining(['refund']))
    expect((await merchant.status(result.id)).transaction).toEqual(result)
    expect(await found(merchant, 'OPEN')).toEqual([result.id])
    expect([await found(merchant, 'FRAUD'), await found(merchant, 'CLEARED')]).toEqual([[], []])
  })

  it('is reported once, by transaction.review_opened', async () => {
    const merchant = await withRules(await app.newMerchant(), REVIEW)
    const subscription = { url: 'http://127.0.0.1:9/hook', event_types: ['transaction.review_opened'] }
    await merchant.call('POST', '/api/webhook-endpoints', { body: subscription })
    const { id, reference, amount } = await paid(merchant)
    expect(await eventsOf(merchant, id)).toMatchObject([{ status: 'APPROVED' }])
    const opened = await eventsOfType(merchant, 'transaction.review_opened')
    expect(opened).toMatchObject([{ id, reference, amount, review: 'OPEN', matched: MARKS }])
  })

  it('opens no review if it is declined', async () => {
    const merchant = await withRules(await app.newMerchant(), REVIEW)
    const declined = await paid(merchant, { metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' } })
    expect(declined.data.risk).toMatchObject({ decision: 'REVIEW', matched: MARKS })
    expect(declined.data.risk).not.toHaveProperty('review')
    expect(await found(merchant, 'OPEN')).toEqual([])
  })

  it('is captured, refunded and voided as usual, before and after the decision', async () => {
    const merchant = await withRules(await app.newMerchant(), REVIEW)
    const held = await authorized(merchant)
    expect((await follow(merchant, held, 'CAPTURE')).status).toBe('APPROVED')
    await decide(merchant, held.id, { outcome: 'CLEARED' })
    expect((await follow(merchant, held, 'REFUND')).status).toBe('APPROVED')
    const { transaction } = await merchant.status(held.id)
    expect(transaction).toMatchObject({ status: 'APPROVED', data: { risk: { review: 'CLEARED' } } })
  })
})

describe('a decision', () => {
  it('ends a review once', async () => {
    const merchant = await withRules(await app.newMerchant(), REVIEW)
    const { id, ...before } = await paid(merchant)
    const { status, body } = await decide(merchant, id, { outcome: 'CLEARED' })
    const risk = { ...before.data.risk, review: 'CLEARED' }
    expect([status, body]).toEqual([200, { id, ...before, data: { ...before.data, risk } }])
    for (const outcome of ['CLEARED', 'FRAUD']) {
      const again = await decide(merchant, id, { outcome })
      expect([again.status, again.body.errors]).toMatchObject([422, [{ property: 'outcome', params: ['CLEARED'] }]])
    }
    expect([await found(merchant, 'OPEN'), await found(merchant, 'CLEARED')]).toEqual([[], [id]])
    const { items } = (await merchant.call('GET', `/api/audit-log?subject=${id}`)).body
    expect(items).toMatchObject([{ action: 'transaction.reviewed', changes: { outcome: 'CLEARED' } }])
  })

  it('of fraud blocks who paid in the same step', async () => {
    const merchant = await withRules(await app.newMerchant(), REVIEW)
    const { id } = await paid(merchant, { customer: { email: 'eve@shop.example' } })
    const body = { outcome: 'FRAUD', block: ['card_hash', 'email', 'customer_id'] }
    expect((await decide(merchant, id, body)).body.data.risk.review).toBe('FRAUD')
    const entries = await entriesOf(merchant, 'block')
    expect(entries.map(({ kind }) => kind).sort()).toEqual(['card_hash', 'email'])
    expect(entries[0]!.reason).toBe(`Fraud: ${id}`)
    expect(await paid(merchant)).toMatchObject({ processing_code: '4100' })
  })

  it('of many at the same instant counts once, with its entries', async () => {
    const merchant = await withRules(await app.newMerchant(), REVIEW)
    const { id } = await paid(merchant)
    const decisions = Array.from({ length: 10 }, (_, at) =>
      decide(merchant, id, at % 2 ? { outcome: 'CLEARED' } : { outcome: 'FRAUD', block: ['card_hash'] }),
    )
    const won = (await Promise.all(decisions)).filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(await entriesOf(merchant, 'block')).toHaveLength(won[0]!.body.data.risk.review === 'FRAUD' ? 1 : 0)
  })

  it('is refused with every fault named, and without a review', async () => {
    const merchant = await withRules(await app.newMerchant(), REVIEW)
    const { id } = await paid(merchant)
    const wrong = await decide(merchant, id, { outcome: 'MAYBE', block: ['card_hash', 'iban'] })
    const named = wrong.body.errors.map(({ property }: { property: string }) => property).sort()
    expect([wrong.status, named]).toEqual([422, ['block.1', 'outcome']])
    const cleared = await decide(merchant, id, { outcome: 'CLEARED', block: ['card_hash'] })
    expect([cleared.status, cleared.body.errors[0].property]).toEqual([422, 'block'])
    expect((await decide(merchant, 'trx_none', { outcome: 'FRAUD' })).status).toBe(404)
    const unmarked = await app.newMerchant()
    const plain = await paid(unmarked)
    expect((await decide(unmarked, plain.id, { outcome: 'FRAUD' })).status).toBe(422)
    expect(await found(merchant, 'OPEN')).toEqual([id])
  })

  it('of a client needs its permission, and that of lists to block', async () => {
    const merchant = await withRules(await app.newMerchant(), REVIEW)
    const { id } = await paid(merchant)
    const permissions = ['payments.read', 'reviews.decide']
    const narrow = await newClient(app.baseUrl, merchant, { permissions })
    const path = `/api/transactions/${id}/review`
    const refused = await narrow.call('POST', path, { outcome: 'FRAUD', block: ['card_hash'] })
    expect([refused.status, refused.body.params]).toEqual([403, ['lists.manage']])
    expect((await narrow.call('POST', path, { outcome: 'FRAUD' })).status).toBe(200)
    const reader = await newClient(app.baseUrl, merchant, { permissions: ['payments.read'] })
    expect((await reader.call('POST', path, { outcome: 'FRAUD' })).status).toBe(403)
  })
})

it('an entry of the allow list lets a payment pass that a rule would block, and opens no review', async () => {
  const block = { ...REVIEW, name: 'block all', then: { action: 'BLOCK' } }
  const merchant = await withRules(await app.newMerchant(), REVIEW, block)
  expect(await paid(merchant)).toMatchObject({ status: 'DECLINED', processing_code: '4101' })
  const entry = await listed(merchant, 'allow', { kind: 'email', value: 'ada@shop.example' })
  const { status, data } = await paid(merchant, { customer: { email: 'ada@shop.example' } })
  expect([status, data.risk]).toEqual([
    'APPROVED',
    { decision: 'ALLOW', rule: null, version: 1, list: entry.id, matched: [], shadow: [] },
  ])
})
