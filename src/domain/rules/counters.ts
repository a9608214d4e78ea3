import { fieldOf } from './fields.ts'
import type { Condition, CountedPer, Rule } from './rule.ts'

/** Something that is counted for a payment: which payments, by which of their fields, how far back. */
export interface Counter {
  readonly key: string
  readonly field: string
  readonly per: CountedPer
  readonly withinSeconds: number
  /** Of a sum. */
  readonly currency: string | null
}

/** Counts by key of counter; one whose `per` field the payment lacks is absent. */
export type Counts = ReadonlyMap<string, bigint>

/** True if a condition counts other payments. */
export function isCounter({ field }: Pick<Condition, 'field'>): boolean {
  return fieldOf(field)?.isCounter === true
}

/** Equal for conditions that ask for the same count. */
export function counterKey({ field, per, withinSeconds, currency }: Condition): string {
  return JSON.stringify([field, per, withinSeconds, currency ?? null])
}

/** Counters of the rules that are not `OFF`, each once. */
export function countersOf(rules: readonly Rule[]): readonly Counter[] {
  const conditions = rules.filter(({ status }) => status !== 'OFF').flatMap(({ when }) => when.filter(isCounter))
  return [...new Map(conditions.map((condition) => [counterKey(condition), counterFrom(condition)])).values()]
}

function counterFrom(condition: Condition): Counter {
  const { field, per, withinSeconds, currency = null } = condition
  return { key: counterKey(condition), field, per: per!, withinSeconds: withinSeconds!, currency }
}
