import { isAboutPerson } from '#domain/rules/fields.ts'
import { writeRule } from '#domain/rules/read-rules.ts'
import type { Routing } from '#domain/rules/routing.ts'
import type { Rule } from '#domain/rules/rule.ts'
import type { ShownRules } from '#flows/rules/index.ts'

/** @param mayCount false if rules on shoppers are shown without counts */
export function ruleSetView(set: ShownRules, mayCount: boolean) {
  const { kind, version, updatedAt, updatedBy, rules, warnings } = set
  return {
    kind,
    version,
    updated_at: updatedAt?.toISOString() ?? null,
    updated_by: updatedBy,
    rules: rules.map((rule) => ({ ...writeRule(rule), ...countsView(set, rule, mayCount) })),
    warnings,
  }
}

function countsView({ counts }: ShownRules, { name, status, when }: Rule, mayCount: boolean) {
  if (!counts || status === 'OFF' || !(mayCount || !when.some(isAboutPerson))) return {}
  return { counts: counts.get(name) ?? { matched: 0, approved: 0, declined: 0 } }
}

export function outdatedView(set: ReturnType<typeof ruleSetView>) {
  const message = 'The rules have another version; apply your change to this one and send it again.'
  return {
    ...set,
    errors: [{ message, params: [String(set.version)], property: 'If-Match' }],
    method: 'PUT',
    status: 412,
  }
}

/** `data.routing`, without the order that only retries need. */
export function routingView({ rule, version, accounts, shadow }: Routing) {
  return { rule, version, accounts, ...(shadow && { shadow }) }
}
