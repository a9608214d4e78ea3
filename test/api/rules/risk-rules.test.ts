import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APPROVES, DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { agree, charge } from '../agreements/agreements.ts'
import { pay } from '../payments/payer.ts'
import { payoutOf } from '../payouts/payout-requests.ts'
import { browserOf, createSession } from '../sessions/browser.ts'
import { chargesOf, complete, eventsOf, requestAuthentication, toChallenge } from '../three-ds/shopper.ts'
import { ABOVE_500, rule, saveRules } from './rules.ts'

// What risk rules do to payments (docs/reference/rules.md#order, #what-a-record-shows).

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

async function merchantWith(...rules: readonly object[]): Promise<TestMerchant> {
  const merchant = await app.newMerchant()
  await saveRules(merchant, ...rules)
  return merchant
}

const DECLINED = { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' }

it('BLOCK declines with 4101 before any provider, with one event and without a word of rules', async () => {
  const merchant = await merchantWith(rule('large orders', 'BLOCK', [ABOVE_500]))
  const { result } = (await merchant.authorize({ amount: 50_000, metadata: {} })).body
  expect(result).toMatchObject({ status: 'DECLINED', processing_code: '4101' })
  expect(result.data.risk).toEqual({
    decision: 'BLOCK',
    rule: 'large orders',
    version: 1,
    list: null,
    matched: [{ rule: 'large orders', action: 'BLOCK' }],
    shadow: [],
  })
  expect(result.response_message).not.toMatch(/rule|large/i)
  expect(await chargesOf(merchant, result.id)).toEqual([])
  const events = await eventsOf(merchant, result.id)
  expect(events).toMatchObject([{ status: 'DECLINED', processing_code: '4101' }])
  expect(inspect(events)).not.toContain('large orders')
  expect((await merchant.authorize({ amount: 49_999 })).body.result).toMatchObject({
    status: 'APPROVED',
    data: { risk: { decision: 'ALLOW', rule: null, version: 1, matched: [], shadow: [] } },
  })
})

it('the first ending rule wins, and marks before it are kept', async () => {
  const merchant = await merchantWith(
    rule('look', 'REVIEW'),
    rule('visa is fine', 'ALLOW', [{ field: 'brand', operator: 'eq', value: 'visa' }]),
    rule('others not', 'BLOCK'),
  )
  expect((await merchant.authorize()).body.result).toMatchObject({
    status: 'APPROVED',
    data: { risk: { decision: 'ALLOW', rule: 'visa is fine', matched: [{ rule: 'look' }, { rule: 'visa is fine' }] } },
  })
  const mastercard = (await merchant.authorize({}, { number: '5555555555554444' })).body.result
  expect(mastercard).toMatchObject({ processing_code: '4101', data: { risk: { rule: 'others not' } } })
})

it('SHADOW changes nothing, and the set counts its matches', async () => {
  const merchant = await merchantWith(rule('would block', 'BLOCK', [], 'SHADOW'), rule('off', 'BLOCK', [], 'OFF'))
  expect((await merchant.authorize()).body.result).toMatchObject({
    status: 'APPROVED',
    data: { risk: { decision: 'ALLOW', rule: null, shadow: [{ rule: 'would block', action: 'BLOCK' }] } },
  })
  await merchant.authorize({ metadata: DECLINED })
  const { rules } = (await merchant.call('GET', '/api/rules/risk')).body
  expect(rules[0].counts).toEqual({ matched: 2, approved: 1, declined: 1 })
  expect(rules[1]).not.toHaveProperty('counts')
})

describe('CHALLENGE', () => {
  it('has the issuer asked with 04, regardless of what the merchant wished', async () => {
    const merchant = await merchantWith(rule('ask', 'CHALLENGE'))
    const wish = { metadata: {}, options: { three_ds: { challenge: 'NOT_WANTED' } } }
    const { action } = (await merchant.authorize(wish)).body
    await requestAuthentication(merchant, action)
    const { items } = (await merchant.call('GET', `/api/simulators/authentications/${action.transaction_id}`)).body
    expect(items).toMatchObject([{ threeDSRequestorChallengeInd: '04' }])
    const { transaction } = await merchant.status(action.transaction_id)
    expect(transaction.data.risk).toMatchObject({
      decision: 'CHALLENGE',
      matched: [{ rule: 'ask', action: 'CHALLENGE' }],
    })
  })

  it('has no effect on a charge by agreement, and the record says so', async () => {
    const merchant = await merchantWith()
    const { agreement_id } = await agree(merchant)
    await saveRules(merchant, rule('ask', 'CHALLENGE'))
    const result = await charge(merchant, String(agreement_id))
    expect(result).toMatchObject({ status: 'APPROVED' })
    expect(result.data).toMatchObject({ risk: { version: 2 } })
    expect((result as { data: { risk: { matched: unknown } } }).data.risk.matched).toEqual([
      { rule: 'ask', action: 'CHALLENGE', effect: 'NONE' },
    ])
  })
})

it('the hosted page offers another try after a block, and shoppers never see a rule', async () => {
  const merchant = await merchantWith(rule('secret name', 'BLOCK', [ABOVE_500]))
  const { id } = (await createSession(merchant, { amount: 50_000 })).body
  const browser = browserOf(app.baseUrl, merchant, id)
  for (const _ of [1, 2]) {
    const { status, text } = await browser.pay()
    expect([status, text]).toEqual([200, expect.stringContaining('DECLINED')])
    expect(text).not.toMatch(/secret name|risk|rule/)
  }
})

it('payments of every method are judged, payouts are not', async () => {
  const merchant = await merchantWith(rule('all', 'BLOCK'))
  expect((await pay(merchant)).body.result).toMatchObject({ status: 'DECLINED', processing_code: '4101' })
  const payout = (await merchant.call('POST', '/api/transactions/payout', { body: payoutOf(merchant) })).body.result
  expect([payout.status, payout.data]).toEqual(['APPROVED', null])
})

it('a change holds for later payments; one in progress keeps its version through 3-D Secure and a retry', async () => {
  const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
  await saveRules(merchant, rule('first', 'REVIEW'))
  const action = await toChallenge(merchant)
  await saveRules(merchant, rule('second', 'BLOCK'))
  expect((await merchant.authorize()).body.result.data.risk).toMatchObject({ version: 2, decision: 'BLOCK' })
  const retried = (await complete(merchant, action)).body.action
  const challenge = (await requestAuthentication(merchant, retried)).body.action
  const { result } = (await complete(merchant, challenge)).body
  expect(result).toMatchObject({ status: 'APPROVED', data: { retry_options: { retry_count: 1 } } })
  expect(result.data.risk).toMatchObject({ version: 1, decision: 'REVIEW', rule: 'first' })
})

it('the timeline has the decision with rule and version', async () => {
  const merchant = await merchantWith(rule('look', 'REVIEW'))
  const { id } = (await merchant.authorize()).body.result
  const { items } = (await merchant.call('GET', `/api/transactions/${id}/timeline`)).body
  const kinds = items.map(({ kind }: { kind: string }) => kind)
  expect(kinds.slice(0, 2)).toEqual(['created', 'risk'])
  expect(items[1]).toMatchObject({ title: 'Marked for review by rule look', detail: 'Version 1; look: REVIEW' })
})
