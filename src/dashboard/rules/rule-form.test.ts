import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactInteger } from '#domain/exact-json.ts'
import { FIELDS } from '#domain/rules/fields.ts'
import { readRule, type WrittenRule, writeRule } from '#domain/rules/read-rules.ts'
import { OPERATORS, type Operator, RISK_ACTIONS, RULE_KINDS, RULE_STATUSES, type RuleKind } from '#domain/rules/rule.ts'
import { ruleProblems } from '#domain/rules/rule-problems.ts'
import { formOfRule, type RuleForm, ruleOfForm } from './rule-form.ts'

const ACCOUNTS = ['acc_1', 'acc_2', 'acc_3']
const TEXTS = [
  'a',
  ' a ',
  '"a"',
  '12',
  'true',
  'a\nb',
  '\\',
  'é',
  '455620',
  'EUR',
  'visa',
  'a@b.example',
  '10.0.0.0/8',
  '10.0.0.1',
  'RO',
  'CUSTOMER',
  'PURCHASE',
  'card',
  'example.com',
]
const conditionOf = (name: string, operator: Operator, given: unknown) => ({
  ...{ field: name, operator },
  ...(FIELDS[name]?.hasCurrency && { currency: 'EUR' }),
  ...(FIELDS[name]?.isCounter && { per: 'email', within_seconds: 60 }),
  ...(operator !== 'present' && operator !== 'absent' && { value: given }),
})
const value = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ minLength: 1, maxLength: 9, unit: 'binary' }),
  fc.nat({ max: 23 }),
  fc.boolean(),
  fc.bigInt(2n ** 53n, 2n ** 62n).map(exactInteger),
)
const field = fc.oneof(
  fc.constantFrom(...Object.keys(FIELDS)),
  fc.string({ minLength: 1, maxLength: 9, unit: 'binary' }).map((key) => `metadata.${key}`),
)
const condition = fc
  .record({
    field,
    operator: fc.constantFrom(...OPERATORS),
    value: fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 })),
  })
  .map(({ field: name, operator, value: given }) => conditionOf(name, operator, given))
const then = (kind: RuleKind): fc.Arbitrary<unknown> =>
  kind === 'risk'
    ? fc.constantFrom(...RISK_ACTIONS).map((action) => ({ action }))
    : fc.oneof(
        fc.shuffledSubarray(ACCOUNTS, { minLength: 1 }).map((accounts) => ({ accounts })),
        fc.nat({ max: 100 }).map((weight) => ({
          split: [
            { account: 'acc_2', weight },
            { account: 'acc_1', weight: 100 - weight },
          ],
        })),
        fc.constant({ order: 'least_fee' }),
      )

/** Rules that may be stored: of generated conditions only those without a problem. */
const stored = fc.constantFrom(...RULE_KINDS).chain((kind) => {
  const rule = fc.record({
    name: fc.string({ minLength: 1, maxLength: 9, unit: 'binary' }),
    status: fc.constantFrom(...RULE_STATUSES),
    when: fc.array(condition, { maxLength: 40 }),
    then: then(kind),
  })
  const isGood = (one: unknown) => ruleProblems([one], kind, { accounts: ACCOUNTS, hasBinTable: true }).length === 0
  return rule
    .map((one) => ({
      ...one,
      when: one.when.filter((single) => isGood({ ...one, name: 'x', when: [single] })).slice(0, 20),
    }))
    .filter(isGood)
    .map((one) => writeRule(readRule(one)))
})

/** Values as a browser sends them: one line of an input, CRLF in text areas. */
function sent(form: RuleForm): RuleForm {
  const ofField = ([name, text = '']: readonly [string, string | undefined]) => {
    return [name, name.endsWith('.value') ? text.replaceAll(/\r?\n|\r/g, '\r\n') : text.replaceAll(/[\r\n]/g, '')]
  }
  return Object.fromEntries(Object.entries(form).map(ofField))
}

test('the form of a rule saves back every condition byte for byte', () => {
  const property = fc.property(stored, (rule: WrittenRule) => {
    expect(JSON.stringify(ruleOfForm(sent(formOfRule(rule))))).toBe(JSON.stringify(rule))
  })
  fc.assert(property, { numRuns: 200 })
})

test('the form of a rule saves back a condition of every field and operator', () => {
  const values = [...TEXTS, 12, true]
  for (const [name, { operators }] of Object.entries(FIELDS)) {
    for (const operator of operators) {
      const rules = [...values, values.slice(0, 1), ...values.map((one) => [one])]
        .map((given) => ({
          name,
          status: 'ACTIVE',
          when: [conditionOf(name, operator, given)],
          then: { action: 'BLOCK' },
        }))
        .filter((rule) => ruleProblems([rule], 'risk', { accounts: [], hasBinTable: true }).length === 0)
        .map((rule) => writeRule(readRule(rule)))
      expect(rules.length, `${name} ${operator}`).toBeGreaterThan(0)
      for (const rule of rules) {
        expect(JSON.stringify(ruleOfForm(sent(formOfRule(rule))))).toBe(JSON.stringify(rule))
      }
    }
  }
})

test.each([
  ['KWD', 1000, '1.000'],
  ['KWD', 999_999, '999.999'],
  ['JPY', 1000, '1000'],
  ['EUR', 100_000, '1000.00'],
])('%s %i is shown as %s and saved back', (currency, value, line) => {
  const rule = { name: 'n', status: 'ACTIVE', when: [{ field: 'amount', operator: 'gte', currency, value }] }
  const form = formOfRule({ ...rule, then: { action: 'BLOCK' } } as WrittenRule)
  expect(form['when0.value']).toBe(line)
  expect(ruleOfForm(form)).toMatchObject(rule)
})

test('what was typed wrong is kept for the problem that names it', () => {
  const form = {
    name: 'n',
    status: 'ACTIVE',
    then: 'BLOCK',
    'when0.field': 'amount',
    'when0.operator': 'gte',
    'when0.value': '12.50',
  }
  expect(ruleOfForm(form)).toMatchObject({ when: [{ field: 'amount', operator: 'gte', value: '12.50' }] })
  expect(
    ruleProblems([ruleOfForm(form)], 'risk', { accounts: [], hasBinTable: false }).map(({ property }) => property),
  ).toEqual(['rules[0].when[0].currency', 'rules[0].when[0].value'])
})
