import { expect, test } from 'vitest'
import { parseExactly } from '../exact-json.ts'
import { readRule, writeRule } from './read-rules.ts'
import type { RuleKind } from './rule.ts'
import { ruleProblems } from './rule-problems.ts'

const KNOWN = { accounts: ['acc_1', 'acc_2'], hasBinTable: false }
const WITH_COUNTER = { field: 'payments', per: 'email', within_seconds: 3600, operator: 'gte', value: 3 }

function rule(change: object = {}) {
  return { name: 'rule', status: 'ACTIVE', when: [], then: { action: 'BLOCK' }, ...change }
}

/** Members with a problem. */
function wrong(rules: unknown, kind: RuleKind = 'risk') {
  return ruleProblems(rules, kind, KNOWN).map(({ property }) => property)
}

const wrongIn = (condition: object, kind?: RuleKind) =>
  wrong([rule({ when: [condition], ...(kind === 'routing' && { then: { order: 'least_fee' } }) })], kind)

test('every mistake of a set is named by its member', () => {
  const rules = [
    rule({ status: 'MAYBE', when: [{ field: 'height', operator: 'eq', value: 1 }], then: { action: 'SHOOT' } }),
    rule({ name: 'rule', when: [{ field: 'brand', operator: 'lt', value: 'visa' }] }),
    rule({
      name: 'third',
      when: [
        { field: 'amount', operator: 'gte', value: '100' },
        { field: 'hour', operator: 'is' },
      ],
    }),
    rule({ name: '', when: {} }),
  ]
  expect(wrong(rules)).toEqual([
    'rules[0].status',
    'rules[0].when[0].field',
    'rules[0].then.action',
    'rules[1].when[0].operator',
    'rules[2].when[0].currency',
    'rules[2].when[0].value',
    'rules[2].when[1].operator',
    'rules[3].name',
    'rules[3].when',
    'rules[1].name',
  ])
})

test.each([
  { field: 'card_country', operator: 'eq', value: 'RO' },
  { field: '__proto__', operator: 'eq', value: 'RO' },
  { field: 'metadata.', operator: 'eq', value: 'RO' },
])('the field $field cannot be used', (condition) => {
  expect(wrongIn(condition)).toEqual(['rules[0].when[0].field'])
})

test('the country of a card can be used with a BIN table', () => {
  const rules = [rule({ when: [{ field: 'card_country', operator: 'in', value: ['RO', 'SE'] }] })]
  expect(ruleProblems(rules, 'risk', { ...KNOWN, hasBinTable: true })).toEqual([])
})

test.each([
  { field: 'email', operator: 'eq', value: 'no address' },
  { field: 'email', operator: 'in', value: 'a@b.example' },
  { field: 'email', operator: 'eq', value: ['a@b.example'] },
  { field: 'email', operator: 'present', value: true },
  { field: 'email_domain', operator: 'eq', value: '*.shop.example' },
  { field: 'brand', operator: 'in', value: [] },
  { field: 'bin', operator: 'starts_with', value: '12345' },
  { field: 'customer_ip', operator: 'in_network', value: ['192.0.2.0/24', '192.0.2.0/33'] },
  { field: 'hour', operator: 'eq', value: 24 },
  { field: 'saved_card', operator: 'eq', value: 'true' },
  { field: 'metadata.age', operator: 'lt', value: 'old' },
  { field: 'metadata.card', operator: 'eq', value: '4111 1111 1111 1111' },
  { field: 'metadata.card', operator: 'in', value: [1, 4111111111111111] },
  { field: 'country', operator: 'in', value: Array.from({ length: 201 }, () => 'RO') },
])('the value of $field $operator is checked', (condition) => {
  expect(wrongIn(condition)).toEqual(['rules[0].when[0].value'])
})

test.each([
  [{ per: 'terminal_id' }, 'per'],
  [{ within_seconds: 59 }, 'within_seconds'],
  [{ within_seconds: 2_592_001 }, 'within_seconds'],
  [{ currency: 'EUR' }, 'currency'],
  [{ field: 'sum' }, 'currency'],
])('a counter with %j is wrong in one member', (change, member) => {
  expect(wrongIn({ ...WITH_COUNTER, ...change })).toEqual([`rules[0].when[0].${member}`])
})

test('routing rules have no counters', () => {
  expect(wrongIn(WITH_COUNTER, 'routing')).toEqual(['rules[0].when[0].field'])
  expect(wrongIn(WITH_COUNTER)).toEqual([])
})

test.each([
  [{ action: 'BLOCK' }, ['']],
  [{ accounts: ['acc_1'], order: 'least_fee' }, ['']],
  [{ accounts: [] }, ['.accounts']],
  [{ accounts: ['acc_2', 'acc_3', 'acc_2'] }, ['.accounts[1]', '.accounts[2]']],
  [{ split: [{ account: 'acc_1', weight: 80 }] }, ['.split']],
  [{ accounts: ['acc_1'], action: 'BLOCK' }, ['.action']],
  [{ split: [{ account: 'acc_1', weight: 100.5 }, {}] }, ['.split[1].account', '.split[0].weight', '.split[1].weight']],
  [{ order: 'most_fee' }, ['.order']],
  [{ order: 'least_fee' }, []],
  [
    {
      split: [
        { account: 'acc_1', weight: 80 },
        { account: 'acc_2', weight: 20 },
      ],
    },
    [],
  ],
])('the consequence %j of a routing rule is checked', (then, parts) => {
  expect(wrong([rule({ then })], 'routing')).toEqual(parts.map((part) => `rules[0].then${part}`))
})

test('a set has at most 100 rules of 20 conditions, and 8 counters', () => {
  const many = Array.from({ length: 101 }, (_, index) => rule({ name: String(index) }))
  expect(wrong(many.slice(1))).toEqual([])
  expect(wrong(many)).toEqual(['rules'])
  const condition = { field: 'currency', operator: 'eq', value: 'EUR' }
  expect(wrong([rule({ when: Array.from({ length: 21 }, () => condition) })])).toEqual(['rules[0].when'])
  const counters = Array.from({ length: 9 }, (_, index) => ({ ...WITH_COUNTER, within_seconds: 60 + index }))
  expect(wrong([rule({ when: [...counters.slice(0, 8), counters[0]] })])).toEqual([])
  expect(wrong([rule({ when: counters })])).toEqual(['rules[0].when[8].field'])
  expect(wrong([rule({ when: counters, status: 'OFF' })])).toEqual([])
})

test('a rule is written back as it was read, to the last digit', () => {
  const text = `{"name":"r","status":"OFF","when":[{"field":"amount","operator":"gte","currency":"EUR","value":9223372036854775807},
    {"field":"sum","operator":"lt","currency":"EUR","per":"email","value":9007199254740993,"within_seconds":60},
    {"field":"country","operator":"in","value":["RO"]},{"field":"email","operator":"absent"}],"then":{"action":"REVIEW"}}`
  const written = parseExactly(text)
  expect(ruleProblems([written], 'risk', KNOWN)).toEqual([])
  expect(JSON.stringify(writeRule(readRule(written)))).toBe(text.replaceAll(/\n */g, ''))
})
