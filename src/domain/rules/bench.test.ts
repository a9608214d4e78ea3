import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Abilities } from '../eligibility.ts'
import type { TerminalConfig } from '../merchant.ts'
import { newTransaction } from '../new-transaction.ts'
import type { Transaction } from '../transaction.ts'
import { Bench } from './bench.ts'
import { countersOf } from './counters.ts'
import { ReplayedCounts } from './replayed-counts.ts'
import type { Condition, Rule, RuleKind } from './rule.ts'

const ABILITIES: Abilities = { providers: new Map(), threeDs: null }
const BEGAN = Date.parse('2026-05-04T10:00:00Z')
const TERMINALS = [
  { terminal: { terminalId: 'ter' }, merchant: { timeZone: 'UTC' }, providerAccounts: [] },
] as unknown as readonly TerminalConfig[]

const NONE = {
  ...{ paymentProviderId: null, paymentProviderAccountId: null, approvalCode: null, referenceNumber: null },
  ...{ providerResponseCode: null, providerResponseMessage: null },
}

function payment(second: number, known: Partial<Transaction> = {}): Transaction {
  const ids = { merchantId: 'mer', terminalId: 'ter', reference: `r${second}` }
  const terms = { ...ids, transactionType: 'PURCHASE', currency: 'EUR', amount: 100n } as const
  const method = {
    masked: '455620******1234',
    type: 'card',
    method: '455620******1234',
    brand: 'visa',
    token: null,
  } as const
  const paymentMethod = { ...method, hash: 'hash' }
  const processingResult = { ...NONE, paymentProviderAccountId: 'acc' }
  return newTransaction(
    { ...terms, status: 'APPROVED', paymentMethod, processingResult, ...known },
    new Date(BEGAN + second * 1000),
  )
}

const rule = (when: readonly Condition[], change: Partial<Rule> = {}): Rule => ({
  name: 'rule',
  status: 'ACTIVE',
  then: { action: 'BLOCK' },
  when,
  ...change,
})

function tried(rules: readonly Rule[], payments: readonly Transaction[], kind: RuleKind = 'risk', erased = false) {
  const bench = new Bench(ABILITIES, { kind, rules, from: new Date(BEGAN) }, TERMINALS, () => undefined)
  for (const one of payments) bench.add(one, erased)
  return bench.result()
}

test('counts what became of the payments that a rule matches', () => {
  const large: Condition = { field: 'amount', operator: 'gte', value: 500n, currency: 'EUR' }
  const payments = [
    payment(1),
    payment(2, { amount: 500n, refundedAmount: 1n }),
    payment(3, { amount: 900n, status: 'DECLINED' }),
    payment(4, { amount: 900n, currency: 'USD' }),
  ]
  expect(tried([rule([large])], payments)).toMatchObject({
    payments: 4,
    skipped: 0,
    rules: [
      {
        ...{ name: 'rule', matched: 2, approved: 1, declined: 1, refunded: 1 },
        amounts: [{ currency: 'EUR', amount: 1400n }],
        examples: [payments[1]!.id, payments[2]!.id],
      },
    ],
  })
})

const thrice = (withinSeconds: number): Condition => {
  return { field: 'payments', operator: 'gte', value: 3n, per: 'card_hash', withinSeconds }
}

test('a payment that the draft blocks does not count for later ones', () => {
  // The first three count; when the first has left the hour, one more goes through.
  const times = [0, 10, 20, 30, 3000, 3601, 3602]
  const { rules } = tried(
    [rule([thrice(3600)])],
    times.map((at) => payment(at)),
  )
  expect(rules[0]).toMatchObject({ matched: 3 })
})

test('payments before the period are counted by its first ones, and in no result', () => {
  const { payments, rules } = tried(
    [rule([thrice(60)])],
    [-30, -20, -10, 5].map((at) => payment(at)),
  )
  expect({ payments, matched: rules[0]!.matched }).toEqual({ payments: 1, matched: 1 })
})

describe('what cannot be evaluated is skipped', () => {
  const bins = (...value: string[]): Condition => ({ field: 'bin', operator: 'in', value })

  it('a BIN with more digits than records keep, if those fit', () => {
    expect(tried([rule([bins('45562001')])], [payment(1)])).toMatchObject({
      payments: 1,
      skipped: 1,
      skippedFields: [{ field: 'bin', payments: 1 }],
      rules: [{ matched: 0 }],
    })
    expect(tried([rule([bins('45562101')])], [payment(1)])).toMatchObject({ skipped: 0, rules: [{ matched: 0 }] })
    expect(tried([rule([bins('45562001', '455620')])], [payment(1)])).toMatchObject({
      skipped: 0,
      rules: [{ matched: 1 }],
    })
  })

  it('a field of an erased customer, unless another condition fails anyway', () => {
    const email: Condition = { field: 'email', operator: 'absent' }
    const never: Condition = { field: 'brand', operator: 'eq', value: 'amex' }
    expect(tried([rule([email])], [payment(1)], 'risk', true)).toMatchObject({ skipped: 1, rules: [{ matched: 0 }] })
    expect(tried([rule([email, never])], [payment(1)], 'risk', true)).toMatchObject({ skipped: 0 })
  })
})

test('risk rules see no payouts, follow-ups and refusals', () => {
  expect(tried([rule([])], [payment(1, { parentId: 'trx' }), payment(2, { processingResult: NONE })])).toMatchObject({
    payments: 0,
  })
  expect(tried([rule([])], [payment(1, { transactionType: 'PAYOUT' })])).toMatchObject({ payments: 0 })
})

test('replayed counts equal counting all payments again', () => {
  const counters = countersOf(
    (['payments', 'declines', 'distinct_cards', 'sum'] as const).map((field) =>
      rule([
        {
          field,
          operator: 'gte',
          value: 1n,
          per: 'email',
          withinSeconds: 60,
          ...(field === 'sum' && { currency: 'EUR' }),
        },
      ]),
    ),
  )
  const step = fc.record({
    gap: fc.nat({ max: 40 }),
    email: fc.constantFrom('a', 'b', null),
    card: fc.constantFrom('c', 'd', null),
    amount: fc.bigInt(1n, 9n),
    currency: fc.constantFrom('EUR', 'USD'),
    isDeclined: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const replay = new ReplayedCounts(counters, 0)
      let at = 0
      const seen: ((typeof steps)[number] & { at: number })[] = []
      for (const one of steps) {
        at += one.gap * 1000
        const near = seen.filter((other) => other.email === one.email && other.at >= at - 60_000)
        const counts = replay.countsFor({ email: one.email }, at)
        const sum = near.filter(({ currency }) => currency === 'EUR').reduce((total, { amount }) => total + amount, 0n)
        const cards = new Set(near.flatMap(({ card }) => card ?? []))
        const expected = [near.length, near.filter(({ isDeclined }) => isDeclined).length, cards.size, sum].map(BigInt)
        expect([...counts.values()]).toEqual(one.email === null ? [] : expected)
        replay.add({ email: one.email }, { ...one, at })
        seen.push({ ...one, at })
      }
    }),
  )
})
