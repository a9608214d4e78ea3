import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newClient } from '../identity/client-support.ts'
import { ABOVE_500, counter, rule, saveRules } from './rules.ts'

// One hypothetical payment (docs/reference/rules.md#evaluate, #permissions).

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const evaluate = (merchant: TestMerchant, body: object) => merchant.call('POST', '/api/rules/risk/evaluate', { body })
const OF_ADA = { field: 'email', operator: 'eq', value: 'ada@shop.example' }

it('evaluation gives the data.risk of the real payment that follows', async () => {
  const merchant = await app.newMerchant()
  await saveRules(
    merchant,
    rule('domain', 'REVIEW', [{ field: 'email_domain', operator: 'in', value: ['shop.example'] }]),
    rule('tier', 'CHALLENGE', [{ field: 'metadata.tier', operator: 'eq', value: 'gold' }], 'SHADOW'),
    rule('often', 'BLOCK', [counter({ per: 'email', value: 2 }), ABOVE_500]),
  )
  const customer = { email: 'Ada@Shop.Example' }
  const order = { amount: 50_000, customer, metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED', tier: 'gold' } }
  const payment = {
    ...{ amount: 50_000, currency: 'EUR', transaction_type: 'PURCHASE', payment_method: 'card', brand: 'visa' },
    ...{ email: 'Ada@Shop.Example', 'metadata.tier': 'gold', terminal_id: merchant.terminalId },
  }
  const decisions = []
  for (const _ of [1, 2, 3]) {
    const { status, body } = await evaluate(merchant, payment)
    expect(status).toBe(200)
    expect(body).toEqual({ risk: (await merchant.authorize(order)).body.result.data.risk })
    decisions.push(body.risk.decision)
  }
  expect(decisions).toEqual(['REVIEW', 'REVIEW', 'BLOCK'])
})

it('nothing is stored or counted by it, and without rules there is no risk', async () => {
  const merchant = await app.newMerchant()
  expect((await evaluate(merchant, {})).body).toEqual({})
  await saveRules(merchant, rule('often', 'BLOCK', [counter({ per: 'email', value: 1 })]))
  for (const _ of [1, 2]) {
    expect((await evaluate(merchant, { email: 'ada@shop.example' })).body.risk.decision).toBe('ALLOW')
  }
})

it('fields that rules do not have, and wrong values, are a 422 that names each', async () => {
  const merchant = await app.newMerchant()
  const wrong = { height: 1, amount: '100', payments: 3, hour: 24, brand: 'visa' }
  const { status, body } = await evaluate(merchant, wrong)
  expect([status, body.errors.map(({ property }: { property: string }) => property)]).toEqual([
    422,
    ['height', 'amount', 'payments', 'hour'],
  ])
})

it('a client without payments.read-customer finds out nothing about shoppers', async () => {
  const merchant = await app.newMerchant()
  await saveRules(merchant, rule('ada', 'REVIEW', [OF_ADA]), rule('large', 'REVIEW', [ABOVE_500]))
  const blind = await newClient(app.baseUrl, merchant, { permissions: ['rules.read'] })
  const { status, body } = await blind.call('POST', '/api/rules/risk/evaluate', { email: 'ada@shop.example' })
  expect([status, body.params]).toEqual([403, ['payments.read-customer']])
  const { rules } = (await blind.call('GET', '/api/rules/risk')).body
  expect(rules.map((shown: object) => 'counts' in shown)).toEqual([false, true])
  const manager = await newClient(app.baseUrl, merchant, { permissions: ['rules.read', 'rules.manage'] })
  const save = (...wanted: object[]) => manager.call('PUT', '/api/rules/risk', { rules: wanted }, { 'if-match': '"1"' })
  expect((await save(rule('bob', 'REVIEW', [OF_ADA]))).body.params).toEqual(['payments.read-customer'])
  expect((await save(rule('large', 'BLOCK', [ABOVE_500]))).status).toBe(200)
  const permissions = ['rules.read', 'payments.read-customer']
  const seeing = await newClient(app.baseUrl, merchant, { permissions })
  expect((await seeing.call('POST', '/api/rules/risk/evaluate', { email: 'ada@shop.example' })).status).toBe(200)
  const headers = { 'if-match': '"2"' }
  expect((await seeing.call('PUT', '/api/rules/risk', { rules: [] }, headers)).status).toBe(403)
})
