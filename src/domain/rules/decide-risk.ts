import { type Counts, isCounter } from './counters.ts'
import type { Facts } from './facts.ts'
import { matchesRule } from './matches.ts'
import type { RiskAction, RiskData, Rule, RuleMark } from './rule.ts'

export interface RiskVerdict {
  /** Action of the deciding rule; `ALLOW` if none matched. */
  readonly decision: RiskAction
  /** Name of the deciding rule: the one that ended the rules, else the first with the strongest mark. */
  readonly rule: string | null
  /** Active rules that matched, in order, including the one that ended them. */
  readonly matched: readonly RuleMark[]
  readonly shadow: readonly RuleMark[]
  readonly isByCounter: boolean
}

const ENDS: readonly RiskAction[] = ['BLOCK', 'ALLOW']

/** Applies risk rules in their order (docs/reference/rules.md#order). */
export function decideRisk(rules: readonly Rule[], facts: Facts, counts: Counts): RiskVerdict {
  const shadow: RuleMark[] = []
  const marked: Rule[] = []
  for (const rule of rules) {
    if (rule.status === 'OFF' || !matchesRule(rule, facts, counts)) continue
    if (rule.status === 'SHADOW') shadow.push(markOf(rule))
    else marked.push(rule)
    if (rule.status === 'ACTIVE' && ENDS.includes(actionOf(rule))) break
  }
  return { ...decisionOf(marked), matched: marked.map(markOf), shadow }
}

/** True if a rule before all counters blocks a payment, so that it is not counted. */
export function isBlockedUncounted(rules: readonly Rule[], facts: Facts): boolean {
  const counting = rules.findIndex(({ status, when }) => status !== 'OFF' && when.some(isCounter))
  return decideRisk(rules.slice(0, Math.max(counting, 0)), facts, new Map()).decision === 'BLOCK'
}

function decisionOf(marked: readonly Rule[]): Pick<RiskVerdict, 'decision' | 'rule' | 'isByCounter'> {
  const ending = marked.find((rule) => ENDS.includes(actionOf(rule)))
  const deciding = ending ?? marked.find((rule) => actionOf(rule) === 'CHALLENGE') ?? marked[0]
  if (!deciding) return { decision: 'ALLOW', rule: null, isByCounter: false }
  return { decision: actionOf(deciding), rule: deciding.name, isByCounter: deciding.when.some(isCounter) }
}

/** Converts a verdict for the record. @param canChallenge false if the payment does not support 3-D Secure */
export function riskDataOf(verdict: RiskVerdict, version: number, canChallenge: boolean): RiskData {
  const { decision, rule, shadow } = verdict
  const matched = verdict.matched.map((mark): RuleMark => {
    return mark.action === 'CHALLENGE' && !canChallenge ? { ...mark, effect: 'NONE' } : mark
  })
  return { decision, rule, version, list: null, matched, shadow }
}

/** True if a matching rule is the last one to apply, as the first routing rule is. */
export function endsRules({ then }: Rule): boolean {
  return !('action' in then) || ENDS.includes(then.action)
}

function markOf(rule: Rule): RuleMark {
  return { rule: rule.name, action: actionOf(rule) }
}

function actionOf({ then, name }: Rule): RiskAction {
  if (!('action' in then)) throw new Error(`Rule ${name} is no risk rule.`)
  return then.action
}
