import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideRisk } from './decide-risk.ts'
import { type Condition, RISK_ACTIONS, type RiskAction, RULE_STATUSES, type Rule } from './rule.ts'
import { unreachableRules } from './warnings.ts'

const BY_COUNTER: Condition = { field: 'payments', operator: 'not_eq', value: 3n, per: 'email', withinSeconds: 60 }

function rule(name: string, action: RiskAction, change: Partial<Rule> = {}): Rule {
  return { name, status: 'ACTIVE', when: [], then: { action }, ...change }
}

const decide = (...rules: readonly Rule[]) => decideRisk(rules, {}, new Map())

test('without a rule that matches a payment is allowed', () => {
  const never: Condition = { field: 'brand', operator: 'present' }
  const allowed = { decision: 'ALLOW', rule: null, matched: [], shadow: [], isByCounter: false }
  expect(decide()).toEqual(allowed)
  expect(decide(rule('off', 'BLOCK', { status: 'OFF' }), rule('never', 'BLOCK', { when: [never] }))).toEqual(allowed)
})

test('the first ending rule wins; marks before it are kept, those after it are not', () => {
  const verdict = decide(rule('look', 'REVIEW'), rule('stop', 'BLOCK'), rule('late', 'CHALLENGE'), rule('ok', 'ALLOW'))
  expect(verdict).toMatchObject({
    decision: 'BLOCK',
    rule: 'stop',
    matched: [
      { rule: 'look', action: 'REVIEW' },
      { rule: 'stop', action: 'BLOCK' },
    ],
  })
})

test('of marks alone, a challenge decides before a review', () => {
  expect(decide(rule('look', 'REVIEW'), rule('ask', 'CHALLENGE'))).toMatchObject({ decision: 'CHALLENGE', rule: 'ask' })
  expect(decide(rule('look', 'REVIEW'), rule('again', 'REVIEW'))).toMatchObject({ decision: 'REVIEW', rule: 'look' })
})

test('a shadow rule decides nothing and says what it would have done', () => {
  const verdict = decide(rule('try', 'BLOCK', { status: 'SHADOW' }), rule('look', 'REVIEW'))
  expect(verdict).toMatchObject({ decision: 'REVIEW', shadow: [{ rule: 'try', action: 'BLOCK' }] })
})

test('only the deciding rule says if a counter decided', () => {
  const counted = { when: [BY_COUNTER] }
  expect(decide(rule('many', 'BLOCK', counted)).isByCounter).toBe(true)
  expect(decide(rule('many', 'REVIEW', counted), rule('stop', 'BLOCK')).isByCounter).toBe(false)
})

test('an active rule after the first unconditional ending one is warned of, and never matches', () => {
  const rules = fc.array(
    fc.record({
      action: fc.constantFrom(...RISK_ACTIONS),
      status: fc.constantFrom(...RULE_STATUSES),
      when: fc.constantFrom([], [BY_COUNTER], [{ field: 'brand', operator: 'present' } as const]),
    }),
  )
  fc.assert(
    fc.property(rules, (parts) => {
      const set = parts.map(({ action, ...change }, index) => rule(String(index), action, change))
      const warned = new Set(unreachableRules(set).map(({ property }) => Number(/\d+/.exec(property)![0])))
      const { matched, shadow } = decide(...set)
      for (const mark of [...matched, ...shadow]) expect(warned).not.toContain(Number(mark.rule))
    }),
  )
  expect(unreachableRules([rule('all', 'ALLOW'), rule('late', 'BLOCK')])).toMatchObject([
    { property: 'rules[1]', params: ['all'] },
  ])
})
