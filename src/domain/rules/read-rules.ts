import { exactInteger, type JsonValue } from '../exact-json.ts'
import { fieldOf } from './fields.ts'
import type { Condition, Consequence, FactValue, Rule } from './rule.ts'

/** Rule in requests, responses and the database. */
export type WrittenRule = {
  readonly name: string
  readonly status: Rule['status']
  readonly when: readonly WrittenCondition[]
  readonly then: Consequence
}

type WrittenCondition = Omit<Condition, 'value' | 'withinSeconds'> & {
  /** Integers are numbers, or `{ rawJSON }` if they are large. */
  readonly value?: JsonValue
  readonly within_seconds?: number
}

/** Reads a valid rule (see `ruleProblems`). Unknown members are omitted. */
export function readRule(written: unknown): Rule {
  const { name, status, when, then } = written as WrittenRule
  return { name, status, when: when.map(readCondition), then: readConsequence(then) }
}

function readCondition({ field, operator, value, currency, per, within_seconds }: WrittenCondition): Condition {
  return {
    field,
    operator,
    ...((value ?? undefined) !== undefined && { value: readValue(field, operator, value) }),
    ...(currency !== undefined && { currency }),
    ...(per !== undefined && { per }),
    ...(within_seconds !== undefined && { withinSeconds: within_seconds }),
  }
}

function readValue(name: string, operator: Condition['operator'], value: unknown): FactValue | readonly FactValue[] {
  const field = fieldOf(name)!
  const { read } = field.kindOf?.[operator] ?? field.kind
  return Array.isArray(value) ? value.map((item) => read(item)!) : read(value)!
}

function readConsequence(then: Consequence): Consequence {
  if ('action' in then) return { action: then.action }
  if ('accounts' in then) return { accounts: then.accounts }
  if ('order' in then) return { order: then.order }
  return { split: then.split.map(({ account, weight }) => ({ account, weight })) }
}

export function writeRule({ name, status, when, then }: Rule): WrittenRule {
  return { name, status, when: when.map(writeCondition), then }
}

function writeCondition({ value, withinSeconds, ...rest }: Condition): WrittenCondition {
  return {
    ...rest,
    ...(value !== undefined && { value: isList(value) ? value.map(writeValue) : writeValue(value) }),
    ...(withinSeconds !== undefined && { within_seconds: withinSeconds }),
  }
}

function isList(value: FactValue | readonly FactValue[]): value is readonly FactValue[] {
  return Array.isArray(value)
}

function writeValue(value: FactValue): JsonValue {
  return typeof value === 'bigint' ? exactInteger(value) : value
}
