import { isDeepStrictEqual } from 'node:util'
import type { WrittenRule } from './read-rules.ts'

/** Names of rules that differ between two versions of a set. */
export interface RulesDifference {
  readonly added: readonly WrittenRule[]
  readonly removed: readonly WrittenRule[]
  readonly changed: readonly { readonly before: WrittenRule; readonly after: WrittenRule }[]
  /** Names in their new order; absent if the remaining rules keep theirs. */
  readonly order?: readonly string[]
}

export function rulesDifference(before: readonly WrittenRule[], after: readonly WrittenRule[]): RulesDifference {
  const earlier = new Map(before.map((rule) => [rule.name, rule]))
  const later = new Map(after.map((rule) => [rule.name, rule]))
  const kept = [...earlier.keys()].filter((name) => later.has(name))
  const order = [...later.keys()].filter((name) => earlier.has(name))
  const pairs = kept.map((name) => ({ before: earlier.get(name)!, after: later.get(name)! }))
  const isMoved = kept.some((name, index) => name !== order[index])
  return {
    added: [...later.values()].filter(({ name }) => !earlier.has(name)),
    removed: [...earlier.values()].filter(({ name }) => !later.has(name)),
    changed: pairs.filter((pair) => !isDeepStrictEqual(pair.before, pair.after)),
    ...(isMoved && { order: [...later.keys()] }),
  }
}
