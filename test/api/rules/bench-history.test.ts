// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { follow } from '../manage/follow-ups.ts'
import { type WantedRule, written } from './routing-rules.ts'

// A history of 500 payments, counted by hand: nothing here comes from the rules themselves.

interface Past {
  readonly id: string
  readonly email: string
  readonly amount: number
  readonly status: string
  readonly at: number
  readonly isRefunded: boolean
}

let app: RunningGateway
let merchant: TestMerchant
const history: Past[] = []

beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  const stranger = await app.newMerchant()
  for (let order = 0; order < 500; order += 1) {
    // Seven shoppers by turns, some more often than others.
    const email = `shopper-${(order * order) % 7}@shop.example`
    const amount = 1000 + ((order * 37) % 90) * 100
    const code = order % 5 === 0 ? { simulated_response_code: 'TRX_STATUS_DECLINED' } : {}
    const metadata = { simulated_flow: 'VERSIONING_NOT_ENROLLED', ...code }
    const { result } = (await merchant.authorize({ amount, customer: { email }, metadata })).body
    const isRefunded = result.status === 'APPROVED' && order % 9 === 0
    if (isRefunded) await follow(merchant, result, 'REFUND', { amount: 100 })
    history.push({ id: result.id, email, amount, status: result.status, at: Date.parse(result.created_at), isRefunded })
    if (order % 50 === 0) await stranger.authorize({ amount, customer: { email } })
  }
}, 240_000)
afterAll(() => app.close())

const body = (rules: readonly WantedRule[]) => ({
  rules: written(rules),
  created_from: new Date(history[0]!.at).toISOString(),
  created_to: new Date(history.at(-1)!.at + 1).toISOString(),
})

const SECONDS = 60
const RULES: readonly WantedRule[] = [
  {
    name: 'large',
    when: [{ field: 'amount', operator: 'gte', value: 8000, currency: 'EUR' }],
    then: { action: 'REVIEW' },
  },
  {
    name: 'often',
    when: [{ field: 'payments', per: 'email', within_seconds: SECONDS, operator: 'gte', value: 20 }],
    then: { action: 'BLOCK' },
  },
  { name: 'rest', when: [{ field: 'email', operator: 'starts_with', value: 'shopper-2' }], then: { action: 'REVIEW' } },
]

function start(rules: readonly WantedRule[], signal: AbortSignal | null = null): Promise<Response> {
  const headers = { authorization: `Bearer ${merchant.token}`, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body(rules)), signal }
  return fetch(`${app.baseUrl}/api/rules/risk/test`, init)
}

it('counts as by hand, with counters replayed in the order of time', async () => {
  const matches = { large: [] as Past[], often: [] as Past[], rest: [] as Past[] }
  const counted: Past[] = []
  for (const payment of history) {
    if (payment.amount >= 8000) matches.large.push(payment)
    const near = counted.filter(({ email, at }) => email === payment.email && at >= payment.at - SECONDS * 1000)
    if (near.length >= 20) matches.often.push(payment)
    else {
      counted.push(payment)
      if (payment.email === 'shopper-2@shop.example') matches.rest.push(payment)
    }
  }
  expect(matches.often.length).toBeGreaterThan(50)
  const text = await (await start(RULES)).text()
  expect(JSON.parse(text.trim().split('\n').at(-1)!)).toEqual({
    payments: 500,
    skipped: 0,
    skipped_fields: [],
    rules: Object.entries(matches).map(([name, of]) => ({
      name,
      matched: of.length,
      approved: of.filter((one) => one.status === 'APPROVED').length,
      declined: of.filter((one) => one.status === 'DECLINED').length,
      refunded: of.filter(({ isRefunded }) => isRefunded).length,
      fraud: 0,
      amounts: of.length > 0 ? [{ currency: 'EUR', amount: of.reduce((sum, { amount }) => sum + amount, 0) }] : [],
      examples: of.slice(0, 5).map(({ id }) => id),
    })),
  })
})

it('hanging up ends a bench, and makes room for another', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const controller = new AbortController()
    const answer = await start(RULES, controller.signal)
    expect(answer.status).toBe(200)
    const { value } = await answer.body!.getReader().read()
    expect(new TextDecoder().decode(value)).toMatch(/^\{"(?:progress|payments)"/)
    controller.abort()
    await eventually('another bench', 30, async () => (await start(RULES)).status === 200)
  }
})
