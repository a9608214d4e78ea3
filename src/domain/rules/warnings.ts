import { type Problem, problem } from '../problem.ts'
import { endsRules } from './decide-risk.ts'
import type { Rule } from './rule.ts'

/** Rules that never match, because an earlier active rule matches all payments (docs/reference/rules.md#warnings). */
export function unreachableRules(rules: readonly Rule[]): readonly Problem[] {
  const last = rules.findIndex((rule) => rule.status === 'ACTIVE' && rule.when.length === 0 && endsRules(rule))
  if (last === -1) return []
  const { name } = rules[last]!
  const message = `Move this rule before "${name}", which ends the rules for every payment; it never matches here.`
  return rules.flatMap(({ status }, index) =>
    index > last && status !== 'OFF' ? [problem(`rules[${index}]`, message, name)] : [],
  )
}
