import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { createPayPal } from '#providers/paypal/index.ts'
import { createStripe } from '#providers/stripe/index.ts'
import { attributesOf, fieldsOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'
import { disputed } from '../disputes/disputes.ts'
import { saveRules, written } from '../rules/routing-rules.ts'

// What an owner sees of fraud: tried rules, reviews, disputes and events.

const ANA = { first_name: 'Ana', last_name: 'Ionescu', email: 'ana@people.example' }
const REVIEW_LARGE = {
  name: 'large',
  when: [{ field: 'amount', operator: 'gte', value: 50_000, currency: 'EUR' }],
  then: { action: 'REVIEW' },
}

let app: RunningGateway
let merchant: TestMerchant
let owner: Visitor
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  owner = await newVisitor(app, 'owner', merchant.merchantId)
})
afterAll(() => app.close())

const page = async (path: string) => (await owner.get(`/dashboard${path}`)).text

it('tries changed rules and lists the payments that match, with their sum, period and version', async () => {
  const { id } = (await merchant.authorize({ amount: 60_000 })).body.result
  await merchant.authorize({ amount: 40_000 })
  await saveRules(merchant, 'risk', [REVIEW_LARGE])
  const [rule] = written([{ ...REVIEW_LARGE, then: { action: 'BLOCK' } }])
  const draft = Buffer.from(JSON.stringify([rule])).toString('base64url')
  const { text } = await owner.post('/dashboard/rules/risk/try', { version: '1', draft })
  const bench = text.slice(text.indexOf('data-section="bench"'))
  expect(bench).toMatch(/<\/time> to <time[^>]+>[^<]+<\/time> · version 1 with 1 change</)
  expect(bench).toContain('Would have blocked')
  expect([fieldsOf(bench, 'matched'), fieldsOf(bench, 'amounts')]).toEqual([['1'], ['€600.00']])
  expect(bench).toContain(`href="/dashboard/transactions/${id}"`)
  expect(fieldsOf(text, 'changes')).toEqual(['1 change'])
})

it('asks for a decision first, beside the customer, past payments and a refund', async () => {
  await saveRules(merchant, 'risk', [REVIEW_LARGE])
  const past = (await merchant.authorize({ reference: 'past-one', amount: 900, customer: ANA })).body.result
  const { id } = (await merchant.authorize({ amount: 70_000, customer: ANA })).body.result
  expect(await page('/reviews')).toContain('Ana Ionescu')
  const text = await page(`/reviews/${id}`)
  expect(text.indexOf('data-action="cleared"')).toBeLessThan(text.indexOf('data-field="why"'))
  expect(fieldsOf(text, 'email')).toEqual([ANA.email])
  const list = text.slice(text.indexOf('data-list="past-payments"'))
  expect(attributesOf(list, 'data-id')).toContain(past.id)
  expect(attributesOf(list, 'data-id')).not.toContain(id)
  expect(text).toContain(`href="/dashboard/transactions/${id}/refund"`)
})

it('names payment, customer and days left of a dispute, with the evidence of its payment', async () => {
  const { payment, dispute } = await disputed(merchant, 'chargeback', { customer: ANA })
  const list = await page(`/disputes?payment=${payment.id}`)
  expect(fieldsOf(list, 'reference')).toEqual([payment.reference])
  expect(fieldsOf(list, 'customer')).toEqual(['Ana Ionescu'])
  expect(list).toMatch(/\d+ days left/)
  const text = await page(`/disputes/${dispute.id}`)
  expect(fieldsOf(text, 'email')).toEqual([ANA.email])
  expect(text).toMatch(/\d+ days left/)
  const developer = await newVisitor(app, 'developer', merchant.merchantId)
  const hidden = (await developer.get('/dashboard/disputes')).text
  expect(hidden).not.toContain('Ionescu')
})

test('a dispute leads to its case at the provider', () => {
  const [stripe, paypal] = [createStripe({ realm: 'uat' }), createPayPal({ realm: 'production' })]
  expect(stripe.disputes?.caseUrl?.('dp_1', true)).toBe('https://dashboard.stripe.com/test/disputes/dp_1')
  expect(stripe.disputes?.caseUrl?.('dp_1', false)).toBe('https://dashboard.stripe.com/disputes/dp_1')
  expect(paypal.disputes?.caseUrl?.('PP-D-1', false)).toBe('https://www.paypal.com/resolutioncenter/view/PP-D-1')
})

it('shows what an event is about, and events that no endpoint subscribes to', async () => {
  const own = await app.newMerchant()
  const viewer = await newVisitor(app, 'viewer', own.merchantId)
  const { id } = (await own.authorize({ reference: 'about-me', amount: 1250 })).body.result
  const { text } = await viewer.get('/dashboard/events')
  expect(fieldsOf(text, 'transaction')).toEqual(['about-me'])
  expect(text).toContain(`href="/dashboard/transactions/${id}"`)
  expect(text).toContain('€12.50')
  expect(fieldsOf(text, 'deliveries')).toEqual(['No subscriber'])
  expect((await viewer.get('/dashboard/events?status=FAILED')).text).toContain('data-state="no-match"')
})
