import { afterAll, beforeAll, expect, it } from 'vitest'
import { attributesOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'
import { createLink } from '../payment-links/links.ts'

// What is searched for has a sign, but none that can be seen.

const SEARCHES: readonly (readonly [name: string, text: string])[] = [
  ['zero-width spaces', '\u200b\u200b\u200b'],
  ['a soft hyphen', '\u00ad'],
  ['marks of direction', '\u200e\u202e\u2066\u061c'],
  ['combining marks', '\u0301\u0308\u0301'],
  ['an enclosing mark', '\u20dd\u20dd\u20dd'],
  ['selectors of variants', '\ufe0f\u{e0100}'],
  ['a joiner in blanks', ' \u200d \ufeff'],
  ['fillers', '\u3164\u115f\u2800'],
]

let app: RunningGateway
let merchant: TestMerchant
let owner: Visitor
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  owner = await newVisitor(app, 'owner', merchant.merchantId)
  const customer = { first_name: 'Ada', last_name: 'Byron', email: 'ada@shop.example' }
  const { body } = await merchant.call('POST', '/api/customers', { body: customer })
  await merchant.call('POST', '/api/customers', { body: {} })
  await merchant.authorize({ customer: { ...customer, id: body.id }, metadata: NOT_ENROLLED })
  await merchant.authorize({ customer: {}, metadata: NOT_ENROLLED })
  await createLink(merchant, { description: 'Pottery' })
  await merchant.call('POST', '/api/lists/block', {
    body: { kind: 'email', value: 'eve@shop.example', reason: 'Fraud' },
  })
})
afterAll(() => app.close())

it.each([
  ['/dashboard/customers', 2],
  ['/dashboard/transactions', 2],
  ['/dashboard/payment-links', 1],
  ['/dashboard/lists/block', 1],
])('%s has rows, and none for a text of invisible signs', async (path, count) => {
  const open = async (q: string) => owner.get(`${path}?${new URLSearchParams({ q })}`)
  expect(attributesOf((await open('')).text, 'data-id')).toHaveLength(count)
  for (const [name, text] of SEARCHES) {
    const answer = await open(text)
    expect([name, answer.status, attributesOf(answer.text, 'data-id')]).toEqual([name, 200, []])
    expect(attributesOf(answer.text, 'data-state'), name).toContain('no-match')
  }
})

it.each(['/api/transactions', '/api/payment-links'])('GET %s finds nothing by invisible signs', async (path) => {
  for (const [name, q] of SEARCHES) {
    const { status, body } = await merchant.call('GET', `${path}?${new URLSearchParams({ q })}`)
    expect([name, status, body.items]).toEqual([name, 200, []])
  }
})
