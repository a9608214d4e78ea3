import { describe, expect, it, test } from 'vitest'
import type { MethodCapabilities, ProviderCapabilities } from '../capabilities.ts'
import { NO_CUSTOMER } from '../customer.ts'
import { type Abilities, inabilityOf } from '../eligibility.ts'
import type { ProviderAccount, TerminalConfig } from '../merchant.ts'
import { decideRouting } from './decide-routing.ts'
import { beginRouting, inRoutedOrder, withAsked } from './routing.ts'
import type { Consequence, Rule, RuleSet } from './rule.ts'

const account = (providerAccountId: string, settings = {}, provider = 'cards') =>
  ({ providerAccountId, provider, settings }) as unknown as ProviderAccount

const CARD = { operations: ['PURCHASE', 'AUTHORIZE'], currencies: ['EUR'], countries: null, brands: null, requires: [] }
const ABILITIES: Abilities = {
  providers: new Map<string, ProviderCapabilities>([
    ['cards', { capabilities: { card: CARD as unknown as MethodCapabilities } }],
    ['vouchers', { capabilities: {} }],
  ]),
  threeDs: null,
}
const [A, B, C] = [account('A'), account('B'), account('C', {}, 'vouchers')]

const rule = (then: Consequence, change: Partial<Rule> = {}): Rule => ({
  name: 'rule',
  status: 'ACTIVE',
  when: [],
  then,
  ...change,
})

interface Given {
  readonly rules: readonly Rule[]
  readonly accounts?: readonly ProviderAccount[]
  readonly listed?: readonly string[]
  readonly orderId?: string
  readonly type?: 'PURCHASE' | 'AUTHORIZE'
}

function route({ rules, accounts = [A, B, C], listed, orderId = 'ord', type = 'PURCHASE' }: Given) {
  const ids = listed ?? accounts.map(({ providerAccountId }) => providerAccountId)
  const config = { terminal: { providerAccounts: ids }, providerAccounts: accounts } as unknown as TerminalConfig
  const terms = {
    transactionType: type,
    paymentMethod: 'card',
    amount: 10_000n,
    currency: 'EUR',
    customer: NO_CUSTOMER,
  }
  const instrument = { kind: 'card', card: { maskedCard: { brand: 'visa' }, cvv: '123' } } as const
  const payment = { ...terms, instrument, orderId, facts: { brand: 'visa' } }
  const able = accounts.filter((one) => !inabilityOf(ABILITIES, one, payment))
  const set: RuleSet = { kind: 'routing', version: 3, rules, updatedAt: null, updatedBy: null }
  const { plan, accounts: order } = decideRouting(ABILITIES, config, set, payment, able)
  return { plan, order: order.map(({ providerAccountId }) => providerAccountId) }
}

describe('a rule with accounts', () => {
  it('skips an inactive account of a terminal that lists none', () => {
    const { plan } = route({ rules: [rule({ accounts: ['gone'] })], listed: [] })
    expect(beginRouting(plan, 'A').accounts[0]).toEqual({ id: 'gone', outcome: 'SKIPPED', reason: 'inactive' })
  })

  it('puts its accounts first, then the remaining ones of the terminal', () => {
    expect(route({ rules: [rule({ accounts: ['B'] })] }).order).toEqual(['B', 'A'])
  })

  it('skips an account that the terminal lacks, is inactive or cannot carry the payment', () => {
    const { plan, order } = route({
      rules: [rule({ accounts: ['X', 'gone', 'C', 'B'] })],
      listed: ['A', 'B', 'C', 'gone'],
    })
    expect(order).toEqual(['B', 'A'])
    expect(beginRouting(plan, 'B')).toMatchObject({
      rule: 'rule',
      version: 3,
      accounts: [
        { id: 'X', outcome: 'SKIPPED', reason: 'not-on-terminal' },
        { id: 'gone', outcome: 'SKIPPED', reason: 'inactive' },
        { id: 'C', outcome: 'SKIPPED', reason: 'method' },
        { id: 'B', outcome: 'ASKED' },
      ],
    })
  })
})

test('without a match the terminal decides, and says what it passed over', () => {
  const never = rule({ accounts: ['B'] }, { when: [{ field: 'brand', operator: 'absent' }] })
  const { plan, order } = route({ rules: [never], accounts: [C, A, B] })
  expect(order).toEqual(['A', 'B'])
  expect(beginRouting(plan, 'A')).toEqual({
    rule: null,
    version: 3,
    order: [],
    accounts: [
      { id: 'C', outcome: 'SKIPPED', reason: 'method' },
      { id: 'A', outcome: 'ASKED' },
    ],
  })
})

test('an account whose circuit is open is skipped; without any other all are', () => {
  const { plan } = route({ rules: [rule({ accounts: ['B', 'A'] })] })
  const skipped = (id: string) => ({ id, outcome: 'SKIPPED', reason: 'circuit-open' })
  expect(beginRouting(plan, 'A').accounts).toEqual([skipped('B'), { id: 'A', outcome: 'ASKED' }])
  expect(beginRouting(plan, undefined).accounts.slice(0, 2)).toEqual([skipped('B'), skipped('A')])
})

test('a rule in trial is named and changes nothing; a rule that is off is neither', () => {
  const trial = rule({ accounts: ['B'] }, { name: 'trial', status: 'SHADOW' })
  const off = rule({ accounts: ['B'] }, { name: 'off', status: 'OFF' })
  const { plan, order } = route({ rules: [off, trial, rule({ accounts: ['A'] }), { ...trial, name: 'later' }] })
  expect(order).toEqual(['A', 'B'])
  expect(plan.shadow).toEqual([{ rule: 'trial' }])
})

describe('a split', () => {
  const SPLIT = rule({
    split: [
      { account: 'A', weight: 80 },
      { account: 'B', weight: 20 },
    ],
  })
  const firstOf = (orderId: string, rules = [SPLIT]) => route({ rules, orderId }).order[0]

  it('gives 80 ± 4 of 100 orders to the account with weight 80', () => {
    const first = Array.from({ length: 1000 }, (_, index) => firstOf(`ord_${index}`))
    const share = first.filter((id) => id === 'A').length / 10
    expect(Math.abs(share - 80)).toBeLessThanOrEqual(4)
  })

  it('gives an order the same account again, also if other rules come before it', () => {
    const never = rule({ accounts: ['B'] }, { name: 'never', when: [{ field: 'brand', operator: 'absent' }] })
    for (let order = 0; order < 50; order += 1) {
      expect(firstOf(`ord_${order}`, [never, SPLIT])).toBe(firstOf(`ord_${order}`))
    }
  })

  it('gives nothing to an account with weight 0', () => {
    const none = rule({
      split: [
        { account: 'A', weight: 0 },
        { account: 'B', weight: 100 },
      ],
    })
    expect(Array.from({ length: 100 }, (_, order) => firstOf(`o${order}`, [none]))).not.toContain('A')
  })
})

describe('least fee', () => {
  const accounts = [
    account('fixed', { fee_fixed: 200 }),
    account('share', { fee_basis_points: 150 }),
    account('share too', { fee_basis_points: 150 }),
  ]
  const rules = [rule({ order: 'least_fee' })]

  it('orders by the fee for the amount, equal fees by the order of the terminal', () => {
    expect(route({ rules, accounts }).order).toEqual(['share', 'share too', 'fixed'])
  })

  it('counts for an authorization what its capture costs', () => {
    expect(route({ rules, accounts, type: 'AUTHORIZE' }).order).toEqual(['share', 'share too', 'fixed'])
  })
})

test('a retry follows the rule and adds what was asked', () => {
  const { plan } = route({ rules: [rule({ accounts: ['B'] })] })
  const routing = beginRouting(plan, 'B')
  expect(inRoutedOrder([A, B], routing)).toEqual([B, A])
  expect(inRoutedOrder([A, B], undefined)).toEqual([A, B])
  expect(withAsked({ routing }, [A], A)?.routing?.accounts).toEqual([
    { id: 'B', outcome: 'ASKED' },
    { id: 'A', outcome: 'ASKED' },
  ])
  expect(withAsked(null, [A], A)).toBeNull()
})
