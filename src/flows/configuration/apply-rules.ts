import { invalid, RequestError } from '#domain/problem.ts'
import { rulesDifference } from '#domain/rules/difference.ts'
import { hidePeople, withoutMasks } from '#domain/rules/hidden-values.ts'
import { readRule, writeRule } from '#domain/rules/read-rules.ts'
import { RULE_KINDS, type Rule, type RuleKind } from '#domain/rules/rule.ts'
import { ruleProblems } from '#domain/rules/rule-problems.ts'
import type { MerchantConfiguration } from '#interface/configuration.ts'
import { hidePeopleOf } from '../payment/authorize/hide-people.ts'
import { knownToRules, saveRules, showRules } from '../rules/index.ts'
import { at, note, type Run } from './changes.ts'
import type { Named } from './named.ts'
import { idsForNames, namesForIds } from './rule-names.ts'

/** Saves each set that differs. Without `prune`, other rules stay behind those of the configuration. */
export async function applyRules(
  run: Run,
  named: Named,
  parts: NonNullable<MerchantConfiguration['rules']>,
): Promise<void> {
  for (const kind of RULE_KINDS) {
    if (parts[kind] === undefined) continue
    await at(`merchant.rules.${kind}`, () => applySet(run, named, kind, parts[kind]))
  }
}

async function applySet(run: Run, named: Named, kind: RuleKind, part: unknown): Promise<void> {
  const { gateway, actor, merchantId, prune } = run
  const present = await showRules(gateway, merchantId, kind)
  const rules = await readRules(run, kind, idsForNames(part, named), present.rules)
  const names = new Set(rules.map(({ name }) => name))
  const all = [...rules, ...(prune ? [] : present.rules.filter(({ name }) => !names.has(name)))]
  const before = present.rules.map(withoutMasks).map(writeRule)
  const difference = rulesDifference(before, all.map(withoutMasks).map(writeRule))
  const { added, removed, changed, order } = namesForIds(difference, named) as typeof difference
  const fields = [
    ...added.map((after) => ({ name: after.name, before: null, after })),
    ...removed.map((rule) => ({ name: rule.name, before: rule, after: null })),
    ...changed.map((pair) => ({ name: pair.after.name, ...pair })),
    ...(order ? [{ name: 'order', before: before.map(({ name }) => name), after: order }] : []),
  ]
  if (fields.length === 0) return
  await saveRules(gateway, actor, merchantId, kind, present.version, all.map(writeRule))
  note(run, { change: 'CHANGED', kind: 'rules', name: kind, fields })
}

/** @throws RequestError `invalid` for invalid rules, and for values of persons that another gateway has hidden */
async function readRules({ gateway, merchantId }: Run, kind: RuleKind, written: unknown, present: readonly Rule[]) {
  const problems = ruleProblems(written, kind, await knownToRules(gateway, merchantId))
  if (problems.length > 0) throw new RequestError('invalid', problems)
  const rules = (written as readonly unknown[]).map(readRule)
  const known = digestsIn(present)
  if (digestsIn(rules).some((digest) => !known.includes(digest))) {
    throw invalid('', 'It has a hidden value of a person that this merchant does not have; write the value itself.')
  }
  return rules.map((rule) => hidePeople(rule, hidePeopleOf(gateway, merchantId)))
}

function digestsIn(rules: readonly Rule[]): string[] {
  return JSON.stringify(rules.map(withoutMasks).map(writeRule)).match(/(?<=\*\*\*#)[\w-]{43}(?=")/g) ?? []
}
