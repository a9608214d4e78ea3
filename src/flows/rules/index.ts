import type { Actor } from '#domain/actor.ts'
import { orNotFound, RequestError } from '#domain/problem.ts'
import { rulesDifference } from '#domain/rules/difference.ts'
import { hidePeople, withoutMasks } from '#domain/rules/hidden-values.ts'
import { readRule, writeRule } from '#domain/rules/read-rules.ts'
import { RULE_KINDS, type Rule, type RuleKind, type RuleSet } from '#domain/rules/rule.ts'
import { type Known, ruleProblems } from '#domain/rules/rule-problems.ts'
import { unreachableRules } from '#domain/rules/warnings.ts'
import type { ShownRules } from '#interface/rule.ts'
import { listProviderAccountIds } from '#store/merchants/provider-accounts.ts'
import { hasBinCountries } from '#store/rules/bin-countries.ts'
import { countMatches } from '#store/rules/rule-counts.ts'
import { findRuleSet, findRulesVersion, insertRuleSet } from '#store/rules/rule-sets.ts'
import { applyAdminChange } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { hidePeopleOf } from '../payment/authorize/hide-people.ts'

/** @throws RequestError 404 if there are no rules of this kind */
export function ruleKind(text: string): RuleKind {
  return orNotFound(
    RULE_KINDS.find((known) => known === text),
    'kind of rules',
  )
}

/** The current or an older version (docs/reference/rules.md#the-set). @throws RequestError 404 */
export async function showRules(
  gateway: Gateway,
  merchantId: string,
  kind: RuleKind,
  version?: number,
): Promise<ShownRules> {
  const present = orNotFound(await findRulesVersion(gateway.sql, merchantId, kind), 'merchant')
  const set = orNotFound(await findRuleSet(gateway.sql, merchantId, kind, version ?? present), 'version of these rules')
  const isPresent = set.version === present
  const rules = set.rules.map((rule) => hidePeople(rule, hidePeopleOf(gateway, merchantId)))
  const counts = isPresent ? await countsOf(gateway, merchantId, set) : null
  return { ...set, rules, warnings: unreachableRules(rules), counts }
}

async function countsOf({ reads }: Gateway, merchantId: string, { kind, rules }: RuleSet) {
  if (rules.every(({ status }) => status === 'OFF')) return null
  return reads.read((sql) => countMatches(sql, merchantId, kind))
}

/**
 * Saves a new version of a set (docs/reference/rules.md#the-set).
 * @param seen version that the caller has seen
 * @param check may refuse valid rules
 * @returns the current set; not saved if the caller has seen another version
 * @throws RequestError 404, `invalid` with every problem of the rules
 */
export async function saveRules(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  kind: RuleKind,
  seen: number,
  written: unknown,
  check: (rules: readonly Rule[]) => void = () => {},
): Promise<{ readonly isSaved: boolean; readonly set: ShownRules }> {
  const present = await showRules(gateway, merchantId, kind)
  if (present.version !== seen) return { isSaved: false, set: present }
  const problems = ruleProblems(written, kind, await knownToRules(gateway, merchantId))
  if (problems.length > 0) throw new RequestError('invalid', problems)
  const rules = (written as readonly unknown[]).map(readRule)
  check(rules)
  const hidden = rules.map((rule) => hidePeople(rule, hidePeopleOf(gateway, merchantId)))
  const isSaved = await replaceRules(gateway, actor, merchantId, present, hidden)
  return { isSaved, set: await showRules(gateway, merchantId, kind) }
}

export async function knownToRules({ sql }: Gateway, merchantId: string): Promise<Known> {
  return { accounts: await listProviderAccountIds(sql, merchantId), hasBinTable: await hasBinCountries(sql) }
}

/** @returns false if another version was saved meanwhile */
async function replaceRules(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  before: RuleSet,
  rules: readonly Rule[],
): Promise<boolean> {
  const { kind } = before
  const version = before.version + 1
  const audited = (all: readonly Rule[]) => all.map(withoutMasks).map(writeRule)
  const difference = rulesDifference(audited(before.rules), audited(rules))
  const changes = { version: { before: before.version, after: version }, ...difference }
  const deed = { actor, action: 'rules.changed' as const, merchantId, subject: kind, changes }
  const updatedBy = typeof actor === 'string' ? actor : actor.id
  const outdated = new Error('Another version was saved meanwhile.')
  const saving = applyAdminChange(gateway, deed, async (sql) => {
    if ((await findRulesVersion(sql, merchantId, kind)) !== before.version) throw outdated
    await insertRuleSet(sql, merchantId, { kind, version, updatedBy }, rules)
  })
  return saving.then(
    () => true,
    (error: unknown) => {
      if (error === outdated) return false
      throw error
    },
  )
}
