import { cardNumberProblems } from '../kept-text.ts'
import { LONGEST_NAME } from '../name-lengths.ts'
import { type Problem, problem } from '../problem.ts'
import { isStorable } from '../storable-text.ts'
import { conditionProblems } from './condition-problems.ts'
import { consequenceProblems } from './consequence-problems.ts'
import { counterKey, isCounter } from './counters.ts'
import { isObject } from './json.ts'
import { readRule } from './read-rules.ts'
import { RULE_STATUSES, type RuleKind } from './rule.ts'

const MOST_RULES = 100
const MOST_CONDITIONS = 20
const MOST_COUNTERS = 8

/** Objects that rules may refer to. */
export interface Known {
  readonly accounts: readonly string[]
  /** True if an operator imported card countries. */
  readonly hasBinTable: boolean
}

/** Problems of rules, by paths such as `rules[2].when[0].field` (docs/reference/rules.md#errors). */
export function ruleProblems(rules: unknown, kind: RuleKind, { accounts, hasBinTable }: Known): readonly Problem[] {
  if (!Array.isArray(rules)) return [problem('rules', 'Send a list of rules; an empty one removes all.', 'array')]
  if (rules.length > MOST_RULES) return [problem('rules', `Send at most ${MOST_RULES} rules.`, String(MOST_RULES))]
  const problems = rules.flatMap((rule: unknown, index) => problemsOfRule(rule, `rules[${index}]`, kind, accounts))
  const unknown = hasBinTable ? [] : rules.flatMap(cardCountries)
  return [...problems, ...unknown, ...duplicateNames(rules), ...(problems.length > 0 ? [] : counterProblems(rules))]
}

function problemsOfRule(written: unknown, at: string, kind: RuleKind, accounts: readonly string[]): Problem[] {
  if (!isObject(written)) return [problem(at, 'Send an object.', 'object')]
  const { name, status, when, then } = written
  const isStatus = (RULE_STATUSES as readonly unknown[]).includes(status)
  return [
    ...nameProblems(name, `${at}.name`),
    ...(isStatus ? [] : [problem(`${at}.status`, `Use one of ${RULE_STATUSES.join(', ')}.`, ...RULE_STATUSES)]),
    ...whenProblems(when, `${at}.when`, kind),
    ...consequenceProblems(then, `${at}.then`, kind, accounts),
  ]
}

function nameProblems(name: unknown, at: string): Problem[] {
  const length = typeof name === 'string' && isStorable(name) ? [...name.trim()].length : 0
  const { rule: longest } = LONGEST_NAME
  if (length === 0 || length > longest) return [problem(at, `Use 1 to ${longest} characters.`, '1', String(longest))]
  return cardNumberProblems(at, String(name))
}

function whenProblems(when: unknown, at: string, kind: RuleKind): readonly Problem[] {
  if (!Array.isArray(when)) return [problem(at, 'Send a list of conditions; an empty one matches everything.', 'array')]
  if (when.length > MOST_CONDITIONS) {
    return [problem(at, `Use at most ${MOST_CONDITIONS} conditions.`, String(MOST_CONDITIONS))]
  }
  return when.flatMap((condition: unknown, index) => conditionProblems(condition, `${at}[${index}]`, kind))
}

/** Conditions on a card's country, which need a BIN table. */
function cardCountries(written: unknown, index: number): Problem[] {
  const when: unknown = isObject(written) ? written.when : undefined
  const message = 'Use another field; card_country needs a BIN table, which the operator imports.'
  return (Array.isArray(when) ? when : []).flatMap((condition: unknown, place) =>
    isObject(condition) && condition.field === 'card_country'
      ? [problem(`rules[${index}].when[${place}].field`, message)]
      : [],
  )
}

function duplicateNames(rules: readonly unknown[]): Problem[] {
  const names = rules.map((rule) => (isObject(rule) ? rule.name : undefined))
  return names.flatMap((name, index) =>
    typeof name === 'string' && names.indexOf(name) < index
      ? [problem(`rules[${index}].name`, 'Use another name; an earlier rule has this one.', name)]
      : [],
  )
}

/** Limits the counters, because a payment queries all of them. */
function counterProblems(rules: readonly unknown[]): Problem[] {
  const seen = new Set<string>()
  return rules.map(readRule).flatMap(({ status, when }, index) =>
    when.flatMap((condition, place) => {
      const key = counterKey(condition)
      if (status === 'OFF' || !isCounter(condition) || seen.has(key)) return []
      seen.add(key)
      const message = `Use at most ${MOST_COUNTERS} different counters in rules that are not OFF.`
      return seen.size > MOST_COUNTERS ? [problem(`rules[${index}].when[${place}].field`, message, '8')] : []
    }),
  )
}
