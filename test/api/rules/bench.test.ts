import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { startBench } from '#flows/rules/bench.ts'
import { APPROVES, DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { fetchToken, type TestMerchant } from '#test/test-merchant.ts'
import { follow } from '../manage/follow-ups.ts'
import { saveRules, type WantedRule, written } from './routing-rules.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const HOUR_MS = 3_600_000
const period = () => ({
  created_from: new Date(Date.now() - HOUR_MS).toISOString(),
  created_to: new Date(Date.now() + HOUR_MS).toISOString(),
})

const tryRules = (merchant: TestMerchant, kind: 'risk' | 'routing', rules: readonly WantedRule[], headers = {}) =>
  merchant.call('POST', `/api/rules/${kind}/test`, { body: { rules: written(rules), ...period() }, headers })

async function resultOf(merchant: TestMerchant, kind: 'risk' | 'routing', rules: readonly WantedRule[], headers = {}) {
  const { status, text } = await tryRules(merchant, kind, rules, headers)
  expect(status, text).toBe(200)
  return JSON.parse(text.trim().split('\n').at(-1)!)
}

const block = (name: string, ...when: object[]): WantedRule => ({ name, when, then: { action: 'BLOCK' } })
const ABOVE = { field: 'amount', operator: 'gte', value: 5000, currency: 'EUR' }
const THIRD = { field: 'payments', per: 'email', within_seconds: 3600, operator: 'gte', value: 2 }

async function pay(merchant: TestMerchant, amount: number, email: string, declines = false): Promise<string> {
  const code = declines ? { simulated_response_code: 'TRX_STATUS_DECLINED' } : {}
  const metadata = { simulated_flow: 'VERSIONING_NOT_ENROLLED', ...code }
  const { body } = await merchant.authorize({ amount, customer: { email }, metadata })
  return body.result.id
}

describe('a bench of risk rules', () => {
  let merchant: TestMerchant
  const ids: string[] = []
  beforeAll(async () => {
    merchant = await app.newMerchant()
    const other = await app.newMerchant()
    await pay(other, 9000, 'ada@shop.example')
    for (const [amount, email] of [
      [1000, 'ada@shop.example'],
      [5000, 'ada@shop.example'],
      [9000, 'bob@shop.example'],
      [1000, 'ADA@shop.example'],
      [1000, 'ada@shop.example'],
    ] as const) {
      ids.push(await pay(merchant, amount, email))
    }
    const { transaction } = await merchant.status(ids[1]!)
    await follow(merchant, transaction, 'REFUND', { amount: 100 })
  })

  it('counts the originals that each rule matches, and what became of them; those of others never', async () => {
    expect(await resultOf(merchant, 'risk', [block('large', ABOVE), block('third', THIRD)])).toEqual({
      payments: 5,
      skipped: 0,
      skipped_fields: [],
      rules: [
        {
          ...{ name: 'large', matched: 2, approved: 2, declined: 0, refunded: 1, fraud: 0 },
          amounts: [{ currency: 'EUR', amount: 14_000 }],
          examples: [ids[1], ids[2]],
        },
        // What the first rule blocks, the second does not count.
        {
          ...{ name: 'third', matched: 1, approved: 1, declined: 0, refunded: 0, fraud: 0 },
          amounts: [{ currency: 'EUR', amount: 1000 }],
          examples: [ids[4]],
        },
      ],
    })
  })

  it('saves no draft, and the same request with the same key runs again', async () => {
    const headers = { 'idempotency-key': 'bench' }
    const first = await resultOf(merchant, 'risk', [block('large', ABOVE)], headers)
    expect(await resultOf(merchant, 'risk', [block('large', ABOVE)], headers)).toEqual(first)
    expect((await merchant.call('GET', '/api/rules/risk')).body).toMatchObject({ version: 0, rules: [] })
  })

  it('names payments that it cannot evaluate', async () => {
    const { items } = (await merchant.call('GET', '/api/transactions?limit=1')).body
    const begins = `${items[0].payment_method.masked.slice(0, 6)}99`
    const bin = block('bin', { field: 'bin', operator: 'starts_with', value: begins })
    const result = await resultOf(merchant, 'risk', [bin])
    expect(result).toMatchObject({
      skipped: 5,
      skipped_fields: [{ field: 'bin', payments: 5 }],
      rules: [{ matched: 0 }],
    })
  })

  it('rejects wrong rules and a wrong period by their members, all together', async () => {
    const rules = [{ name: 'x', status: 'ACTIVE', when: [{ field: 'nonsense', operator: 'eq', value: 1 }], then: {} }]
    const body = { rules, created_from: '2026-05-02T00:00:00Z', created_to: '2026-05-01T00:00:00Z' }
    const answer = await merchant.call('POST', '/api/rules/risk/test', { body })
    expect(answer.status).toBe(422)
    const members = answer.body.errors.map(({ property }: { property: string }) => property)
    expect(members).toEqual(['rules[0].when[0].field', 'rules[0].then.action', 'created_to'])
  })

  it('refuses conditions on customers to a client that may not see them', async () => {
    const wanted = { name: 'Reader', permissions: ['rules.read'] }
    const { client_id, client_secret } = (await merchant.call('POST', '/api/clients', { body: wanted })).body
    const headers = { authorization: `Bearer ${await fetchToken(app.baseUrl, client_id, client_secret)}` }
    const answer = await tryRules(merchant, 'risk', [block('third', THIRD)], headers)
    expect([answer.status, answer.body.errors[0].params]).toEqual([403, ['payments.read-customer']])
    expect((await tryRules(merchant, 'risk', [block('large', ABOVE)], headers)).status).toBe(200)
  })
})

test('of three benches that begin simultaneously in a process, two run', async () => {
  const { merchantId } = await app.newMerchant()
  const request = { kind: 'risk', rules: [], from: new Date(0), to: new Date() } as const
  const benches = await Promise.all([1, 2, 3].map(() => startBench(app.gateway, merchantId, request)))
  const begun = await Promise.allSettled(benches.map((bench) => bench.next()))
  expect(begun.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect((await tryRules(await app.newMerchant(), 'risk', [])).status).toBe(200)
})

test('a bench of routing rules says what would move, and how the target did', async () => {
  const { merchant, accounts } = await newRoutedMerchant(app, APPROVES, DECLINES)
  const [bank, other] = accounts
  for (const amount of [1000, 1000, 1000]) await pay(merchant, amount, 'a@shop.example')
  await saveRules(merchant, 'routing', [{ name: 'other', then: { accounts: [other] } }])
  await pay(merchant, 1000, 'a@shop.example')
  const result = await resultOf(merchant, 'routing', [{ name: 'to other', then: { accounts: [other] } }])
  const moved = [{ from: bank, to: other, payments: 3 }]
  expect(result).toMatchObject({
    payments: 4,
    moved,
    approval_of_target: { rate: 0, comparable: 1 },
    rules: [{ name: 'to other', matched: 4, approved: 4, moved, approval_of_target: { rate: 0, comparable: 1 } }],
  })
})

test('a bench counts payments that a review found to be fraud', async () => {
  const merchant = await app.newMerchant()
  await saveRules(merchant, 'risk', [{ name: 'look', then: { action: 'REVIEW' } }])
  const ids = [await pay(merchant, 1000, 'a@shop.example'), await pay(merchant, 1000, 'a@shop.example')]
  const path = `/api/transactions/${ids[0]}/review`
  expect((await merchant.call('POST', path, { body: { outcome: 'FRAUD' } })).status).toBe(200)
  expect(await resultOf(merchant, 'risk', [block('all')])).toMatchObject({ rules: [{ matched: 2, fraud: 1 }] })
})
