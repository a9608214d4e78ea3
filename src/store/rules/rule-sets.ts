import { parseExactly } from '#domain/exact-json.ts'
import { readRule, writeRule } from '#domain/rules/read-rules.ts'
import type { Rule, RuleKind, RuleSet } from '#domain/rules/rule.ts'
import type { Sql } from '../connection/database.ts'

const VERSION_COLUMN = { risk: 'risk_rules_version', routing: 'routing_rules_version' } as const

function noRules(kind: RuleKind): RuleSet {
  return { kind, version: 0, rules: [], updatedAt: null, updatedBy: null }
}

export async function findRulesVersion(sql: Sql, merchantId: string, kind: RuleKind): Promise<number | undefined> {
  const [row] = await sql<{ version: number }[]>`
    select ${sql.unsafe(VERSION_COLUMN[kind])} as version from merchants where merchant_id = ${merchantId}`
  return row?.version
}

export async function findRuleSet(
  sql: Sql,
  merchantId: string,
  kind: RuleKind,
  version: number,
): Promise<RuleSet | undefined> {
  if (version === 0) return noRules(kind)
  const [row] = await sql<(Pick<RuleSet, 'updatedAt' | 'updatedBy' | 'updatedByName'> & { rules: string })[]>`
    select rules, saved.created_at as "updatedAt", saved.created_by as "updatedBy",
      coalesce(people.name, clients.name) as "updatedByName"
    from rule_sets saved
    left join people on people.person_id = saved.created_by
    left join clients on clients.client_id = saved.created_by
    where saved.merchant_id = ${merchantId} and kind = ${kind} and version = ${version}`
  if (!row) return undefined
  return { ...row, kind, version, rules: (parseExactly(row.rules) as unknown[]).map(readRule) }
}

/** Adds the current version. Requires a locked configuration. */
export async function insertRuleSet(
  sql: Sql,
  merchantId: string,
  { kind, version, updatedBy }: Pick<RuleSet, 'kind' | 'version'> & { readonly updatedBy: string },
  rules: readonly Rule[],
): Promise<void> {
  await sql`
    insert into rule_sets (merchant_id, kind, version, rules, created_by, has_hidden_people)
    values (${merchantId}, ${kind}, ${version}, ${JSON.stringify(rules.map(writeRule))}::json, ${updatedBy}, true)`
  await sql`
    update merchants set ${sql.unsafe(VERSION_COLUMN[kind])} = ${version}, updated_at = now()
    where merchant_id = ${merchantId}`
}

/** A version that an earlier release saved, with values of people in clear. */
export interface ClearRules extends Pick<RuleSet, 'kind' | 'version' | 'rules'> {
  readonly merchantId: string
}

/** Locks a few versions with values of people in clear; other workers skip them. */
export async function lockClearRules(tx: Sql, limit: number): Promise<readonly ClearRules[]> {
  const rows = await tx<(Omit<ClearRules, 'rules'> & { rules: string })[]>`
    select merchant_id as "merchantId", kind, version, rules from rule_sets
    where not has_hidden_people and exists (
      select from migrations where name like '0157-%' and applied_at < now() - interval '1 day')
    order by merchant_id, kind, version limit ${limit} for update skip locked`
  return rows.map(clearRulesOf)
}

export async function lockClearRulesOf(tx: Sql, merchantId: string): Promise<readonly ClearRules[]> {
  const rows = await tx<(Omit<ClearRules, 'rules'> & { rules: string })[]>`
    select merchant_id as "merchantId", kind, version, rules from rule_sets
    where not has_hidden_people and merchant_id = ${merchantId} order by kind, version for update`
  return rows.map(clearRulesOf)
}

function clearRulesOf(row: Omit<ClearRules, 'rules'> & { rules: string }): ClearRules {
  return { ...row, rules: (parseExactly(row.rules) as unknown[]).map(readRule) }
}

export async function storeHiddenRules(tx: Sql, { merchantId, kind, version, rules }: ClearRules): Promise<void> {
  await tx`
    update rule_sets set rules = ${JSON.stringify(rules.map(writeRule))}::json, has_hidden_people = true
    where merchant_id = ${merchantId} and kind = ${kind} and version = ${version}`
}
