import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Secret } from '../secret.ts'
import { counterKey } from './counters.ts'
import { emailFacts, type Facts, factsOf } from './facts.ts'
import { matchesCondition } from './matches.ts'
import { type Condition, OPERATORS } from './rule.ts'

const FACTS: Facts = {
  amount: 50_000n,
  currency: 'EUR',
  brand: 'visa',
  bin: '45562012',
  email: 'ada@shop.example',
  email_domain: 'shop.example',
  customer_ip: '2001:db8::7',
  hour: 23n,
  saved_card: false,
  customer_id: null,
  'metadata.age': '30.5',
  'metadata.account': '9007199254740993',
}

const holds = (condition: Condition, facts = FACTS) => matchesCondition(condition, facts, new Map())

test.each<Condition>([
  { field: 'amount', operator: 'gte', value: 50_000n, currency: 'EUR' },
  { field: 'amount', operator: 'not_eq', value: 50_000n, currency: 'USD' },
  { field: 'brand', operator: 'in', value: ['amex', 'visa'] },
  { field: 'bin', operator: 'eq', value: '455620' },
  { field: 'bin', operator: 'starts_with', value: ['41111111', '45562012'] },
  { field: 'email', operator: 'eq', value: 'Ada@Shop.Example' },
  { field: 'email', operator: 'starts_with', value: 'ADA@' },
  { field: 'email_domain', operator: 'not_in', value: ['other.example'] },
  { field: 'customer_ip', operator: 'in_network', value: ['192.0.2.0/24', '2001:db8::/64'] },
  { field: 'customer_ip', operator: 'eq', value: '2001:0DB8:0::7' },
  { field: 'hour', operator: 'gt', value: 22n },
  { field: 'saved_card', operator: 'eq', value: false },
  { field: 'customer_id', operator: 'absent' },
  { field: 'customer_id', operator: 'not_in', value: ['cus_1'] },
  { field: 'metadata.age', operator: 'lt', value: 31n },
  { field: 'metadata.age', operator: 'present' },
  { field: 'metadata.account', operator: 'gt', value: 9_007_199_254_740_992n },
  { field: 'metadata.toString', operator: 'absent' },
])('$field $operator $value holds', (condition) => {
  expect(holds(condition)).toBe(true)
})

test.each<Condition>([
  { field: 'amount', operator: 'gte', value: 1n, currency: 'USD' },
  { field: 'amount', operator: 'lt', value: 50_000n, currency: 'EUR' },
  { field: 'bin', operator: 'not_in', value: ['455620'] },
  { field: 'customer_ip', operator: 'in_network', value: ['2001:db8:0:1::/64'] },
  { field: 'customer_id', operator: 'eq', value: 'cus_1' },
  { field: 'brand', operator: 'absent' },
  { field: 'metadata.age', operator: 'eq', value: 30n },
  { field: 'email', operator: 'eq', value: 'bob@shop.example' },
])('$field $operator $value does not hold', (condition) => {
  expect(holds(condition)).toBe(false)
})

test.each(['ada@xn--mnchen-3ya.example', 'Ada@MÜNCHEN.example'])('%s is one address, of one domain', (email) => {
  const facts = emailFacts(email)
  for (const value of ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'])
    expect(holds({ field: 'email', operator: 'eq', value }, facts)).toBe(true)
  for (const value of ['münchen.example', 'xn--mnchen-3ya.example'])
    expect(holds({ field: 'email_domain', operator: 'in', value: [value] }, facts)).toBe(true)
  expect(holds({ field: 'email', operator: 'starts_with', value: 'ada@mün' }, facts)).toBe(true)
})

test('metadata that is no number is neither less nor more than any', () => {
  for (const operator of ['lt', 'lte', 'gt', 'gte'] as const)
    for (const fact of ['old', '', ' '])
      expect(holds({ field: 'metadata.age', operator, value: 0n }, { 'metadata.age': fact })).toBe(false)
})

test('an absent field fulfills only absent, not_eq and not_in', () => {
  const fulfilled = OPERATORS.filter((operator) => holds({ field: 'brand', operator, value: 'visa' }, {}))
  expect(fulfilled).toEqual(['not_eq', 'not_in', 'absent'])
})

test('a counter compares its own count, and is absent where the payment lacks the field it counts by', () => {
  const hourly: Condition = { field: 'payments', operator: 'gte', value: 3n, per: 'email', withinSeconds: 3600 }
  const counts = new Map([[counterKey(hourly), 3n]])
  expect(matchesCondition(hourly, FACTS, counts)).toBe(true)
  expect(matchesCondition({ ...hourly, withinSeconds: 60 }, FACTS, counts)).toBe(false)
  expect(matchesCondition({ ...hourly, operator: 'lt' }, FACTS, new Map())).toBe(false)
})

test('of any value, exactly one of eq and not_eq holds, and one of lt and gte', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 63n - 1n), fc.bigInt(0n, 2n ** 63n - 1n), (value, amount) => {
      const facts = { amount, currency: 'EUR' }
      const amountIs = (operator: Condition['operator']) =>
        holds({ field: 'amount', operator, value, currency: 'EUR' }, facts)
      expect(amountIs('eq')).toBe(value === amount)
      expect(amountIs('not_eq')).toBe(!amountIs('eq'))
      expect(amountIs('lt')).toBe(amount < value)
      expect(amountIs('gte')).toBe(!amountIs('lt'))
    }),
  )
})

test('facts of a payment have the names of the fields', () => {
  const payment = {
    amount: 1n,
    currency: 'EUR',
    transactionType: 'PURCHASE',
    terminalId: 'ter_1',
    initiatedBy: 'CUSTOMER',
    paymentMethod: { token: 'tok_1' },
    customer: { id: 'cus_1', country: 'RO', email: 'Ada@Shop.Example' },
    customerIp: '192.0.2.7',
    metadata: { tier: 'gold', visits: 3, returning: true, cart: { size: 1 } },
    paymentLinkId: null,
  } as never
  const card = {
    number: new Secret('4111111111111111'),
    maskedCard: { masked: '411111******1111', brand: 'visa', hash: 'hash' },
  } as const
  const now = new Date('2026-06-01T22:30:00Z')
  expect(factsOf({ payment, method: 'saved_card', card, timeZone: 'Europe/Bucharest', now })).toEqual({
    amount: 1n,
    currency: 'EUR',
    transaction_type: 'PURCHASE',
    payment_method: 'saved_card',
    terminal_id: 'ter_1',
    initiated_by: 'CUSTOMER',
    brand: 'visa',
    bin: '41111111',
    card_hash: 'hash',
    card_country: null,
    country: 'RO',
    email: 'ada@shop.example',
    email_domain: 'shop.example',
    customer_id: 'cus_1',
    customer_ip: '192.0.2.7',
    hour: 1n,
    saved_card: true,
    payment_link_id: null,
    'metadata.tier': 'gold',
    'metadata.visits': '3',
    'metadata.returning': 'true',
    'metadata.cart': null,
  })
})
