import { emailBeginsWith, plainEmail } from '../email.ts'
import { isInNetworks } from '../networks.ts'
import { type Counts, counterKey, isCounter } from './counters.ts'
import type { Facts } from './facts.ts'
import { digestIn, digestName } from './hidden-values.ts'
import type { Condition, FactValue, Operator, Rule } from './rule.ts'

export function matchesRule({ when }: Rule, facts: Facts, counts: Counts): boolean {
  return when.every((condition) => matchesCondition(condition, facts, counts))
}

/** An absent field fulfills only `absent`, `not_eq` and `not_in` (docs/reference/rules.md#conditions). */
export function matchesCondition(condition: Condition, facts: Facts, counts: Counts): boolean {
  const { field, operator } = condition
  const fact = factOf(condition, facts, counts)
  if (operator === 'present' || operator === 'absent') return (fact === null) === (operator === 'absent')
  if (fact === null) return NEGATED.includes(operator)
  const values = valuesOf(condition)
  const digest = facts[digestName(field)]
  if (digest != null && values.some((value) => digestIn(value) === digest)) return !NEGATED.includes(operator)
  return COMPARISONS[operator](values, fact, field)
}

const NEGATED: readonly Operator[] = ['not_eq', 'not_in']

/** One list for all payments, because parsed networks are cached by their list. */
function valuesOf({ value }: Condition): readonly FactValue[] {
  return typeof value === 'object' ? value : [value!]
}

/** An amount in another currency than the condition's counts as absent. */
function factOf(condition: Condition, facts: Facts, counts: Counts): FactValue | null {
  if (isCounter(condition)) return counts.get(counterKey(condition)) ?? null
  if (condition.currency !== undefined && condition.currency !== facts.currency) return null
  return Object.hasOwn(facts, condition.field) ? (facts[condition.field] ?? null) : null
}

type Comparison = (values: readonly FactValue[], fact: FactValue, field: string) => boolean

const isInAny: Comparison = (values, fact) => isInNetworks(values as readonly string[], String(fact))
const isAny: Comparison = (values, fact, field) =>
  field === 'customer_ip' ? isInAny(values, fact, field) : values.some((value) => equals(value, fact, field))
const isNone: Comparison = (values, fact, field) => !isAny(values, fact, field)

const COMPARISONS: Readonly<Record<Exclude<Operator, 'present' | 'absent'>, Comparison>> = {
  eq: isAny,
  in: isAny,
  not_eq: isNone,
  not_in: isNone,
  starts_with: (values, fact, field) => values.some((value) => startsWith(String(fact), String(value), field)),
  lt: ([value], fact) => numberOf(fact) < numberOf(value!),
  lte: ([value], fact) => numberOf(fact) <= numberOf(value!),
  gt: ([value], fact) => numberOf(fact) > numberOf(value!),
  gte: ([value], fact) => numberOf(fact) >= numberOf(value!),
  in_network: isInAny,
}

/** A BIN of six digits equals every one that begins with it. */
function equals(value: FactValue, fact: FactValue, field: string): boolean {
  if (field === 'bin') return String(fact).startsWith(String(value))
  return plain(value, field) === plain(fact, field)
}

function startsWith(fact: string, beginning: string, field: string): boolean {
  return field === 'email' ? emailBeginsWith(plainEmail(fact), beginning) : fact.startsWith(beginning)
}

const OF_EMAIL: readonly string[] = ['email', 'email_domain']

function plain(value: FactValue, field: string): string {
  return OF_EMAIL.includes(field) ? plainEmail(String(value)) : String(value)
}

/** Metadata that is not a number is neither less nor more than any; integers stay exact. */
function numberOf(value: FactValue): bigint | number {
  if (typeof value === 'bigint') return value
  if (typeof value !== 'string' || value.trim() === '') return Number.NaN
  return /^-?\d+$/.test(value) ? BigInt(value) : Number(value)
}
