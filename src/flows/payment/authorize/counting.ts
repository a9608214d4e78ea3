import { type Counts, countersOf } from '#domain/rules/counters.ts'
import { countedValue, type Facts } from '#domain/rules/facts.ts'
import type { CountedPer, Rule } from '#domain/rules/rule.ts'
import type { AskedCount, CountedKey } from '#store/rules/counted-payments.ts'
import type { Gateway } from '../../gateway.ts'
import { digestSubscriber } from './subscriber.ts'

export interface Counting {
  /** Distinct values by which it is counted. */
  readonly keys: readonly CountedKey[]
  readonly asked: readonly (AskedCount & { readonly counter: string })[]
}

export function countingOf(gateway: Gateway, merchantId: string, rules: readonly Rule[], facts: Facts): Counting {
  const asked = countersOf(rules).flatMap(({ key: counter, field, per, withinSeconds: seconds, currency }) => {
    const value = countedValue(facts, per)
    if (value === null) return []
    return [{ counter, field, key: digestOf(gateway, merchantId, per, value), seconds, currency }]
  })
  const longest = new Map<string, number>()
  for (const { key, seconds } of asked) longest.set(key, Math.max(seconds, longest.get(key) ?? 0))
  return { keys: [...longest].map(([key, seconds]) => ({ key, seconds })), asked }
}

/** @param counts of the requested ones, in their order */
export function countsOf({ asked }: Counting, counts: readonly bigint[]): Counts {
  return new Map(asked.map(({ counter }, index) => [counter, counts[index]!]))
}

function digestOf(gateway: Gateway, merchantId: string, per: CountedPer, value: string): string {
  if (per === 'customer_ip') return digestSubscriber(gateway, merchantId, value)
  return Buffer.from(gateway.vault.digestOf(merchantId, JSON.stringify([per, value]))).toString('base64url')
}
