import { invalid, RequestError } from '#domain/problem.ts'
import { rulesDifference } from '#domain/rules/difference.ts'
import { hidePeople, withoutMasks } from '#domain/rules/hidden-values.ts'
import { readRule, writeRule } from '#domain/rules/read-rules.ts'
import type { Rule, RuleKind } from '#domain/rules/rule.ts'
import { ruleProblems } from '#domain/rules/rule-problems.ts'
import { hidePeopleOf } from '../payment/authorize/hide-people.ts'
import { knownToRules, saveRules, showRules } from '../rules/index.ts'
import { idsForNames, namesForIds } from './names.ts'
import { note, type Run } from './synchronize.ts'

/**
 * Saves a set that differs. Without `prune`, other rules stay behind those of the configuration.
 * @throws RequestError `invalid` for invalid rules, and for values of persons that another gateway has hidden
 */
export async function applyRules(run: Run, kind: RuleKind, part: unknown, prune: boolean): Promise<void> {
  const { gateway, actor, merchantId, named } = run
  const present = await showRules(gateway, merchantId, kind)
  const written = idsForNames(part, named)
  const problems = ruleProblems(written, kind, await knownToRules(gateway, merchantId))
  if (problems.length > 0) throw new RequestError('invalid', problems)
  const rules = (written as readonly unknown[]).map(readRule)
  const known = digestsIn(present.rules)
  if (digestsIn(rules).some((digest) => !known.includes(digest))) {
    throw invalid('', 'It has a hidden value of a person that this merchant does not have; write the value itself.')
  }
  const names = new Set(rules.map(({ name }) => name))
  const all = [...rules, ...(prune ? [] : present.rules.filter(({ name }) => !names.has(name)))]
  const hidden = all.map((rule) => hidePeople(rule, hidePeopleOf(gateway, merchantId)))
  const [before, after] = [present.rules, hidden].map((set) => namesForIds(set.map(withoutMasks).map(writeRule), named))
  const { added, removed, changed, order } = rulesDifference(before!, after!)
  const fields = [
    ...added.map((rule) => ({ name: rule.name, before: null, after: rule })),
    ...removed.map((rule) => ({ name: rule.name, before: rule, after: null })),
    ...changed.map((pair) => ({ name: pair.after.name, ...pair })),
    ...(order ? [{ name: 'order', before: before!.map(({ name }) => name), after: order }] : []),
  ]
  if (fields.length === 0) return
  await saveRules(gateway, actor, merchantId, kind, present.version, hidden.map(writeRule))
  note(run, { change: 'CHANGED', kind: 'rules', name: kind, fields })
}

function digestsIn(rules: readonly Rule[]): string[] {
  return JSON.stringify(rules.map(withoutMasks).map(writeRule)).match(/(?<=\*\*\*#)[\w-]{43}(?=")/g) ?? []
}
