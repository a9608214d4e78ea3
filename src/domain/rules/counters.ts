import { fieldOf } from './fields.ts'
import type { Condition, CountedPer, Rule } from './rule.ts'

/** Count for a payment: of which payments, by which of their fields, how far back. */
export interface Counter {
  readonly key: string
  readonly field: string
  readonly per: CountedPer
  readonly withinSeconds: number
  readonly currency: string | null
}

/** Counts by counter key; absent if the payment lacks the `per` field. */
export type Counts = ReadonlyMap<string, bigint>

export function isCounter({ field }: Pick<Condition, 'field'>): boolean {
  return fieldOf(field)?.isCounter === true
}

export function counterKey({ field, per, withinSeconds, currency }: Condition): string {
  return JSON.stringify([field, per, withinSeconds, currency ?? null])
}

/** Distinct counters of the rules that are not `OFF`. */
export function countersOf(rules: readonly Rule[]): readonly Counter[] {
  const conditions = rules.filter(({ status }) => status !== 'OFF').flatMap(({ when }) => when.filter(isCounter))
  return [...new Map(conditions.map((condition) => [counterKey(condition), counterFrom(condition)])).values()]
}

function counterFrom(condition: Condition): Counter {
  const { field, per, withinSeconds, currency = null } = condition
  return { key: counterKey(condition), field, per: per!, withinSeconds: withinSeconds!, currency }
}
