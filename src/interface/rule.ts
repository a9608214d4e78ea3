import { type Static, Type } from 'typebox'
import { LONGEST_NAME } from '#domain/name-lengths.ts'
import type { Problem } from '#domain/problem.ts'
import { isAboutPerson } from '#domain/rules/fields.ts'
import { writeRule } from '#domain/rules/read-rules.ts'
import type { Routing } from '#domain/rules/routing.ts'
import {
  COUNTED_PER,
  OPERATORS,
  RISK_ACTIONS,
  type RiskData,
  RULE_STATUSES,
  type Rule,
  type RuleSet,
} from '#domain/rules/rule.ts'
import { REVIEWS, type Review } from '#domain/transaction-data.ts'
import { ErrorItem, NullableString, nullable } from './types.ts'
import { wire } from './wire.ts'

const Condition = Type.Object(
  {
    field: Type.String({ description: 'A field of payments, `metadata.<key>`, or a counter.', examples: ['amount'] }),
    operator: Type.Enum([...OPERATORS], { examples: ['gte'] }),
    value: Type.Optional(
      Type.Unknown({
        description: 'A text, an integer, true, false or a list, by field and operator.',
        examples: [50_000],
      }),
    ),
    currency: Type.Optional(Type.String({ description: 'Of `amount` and `sum`.', examples: ['EUR'] })),
    per: Type.Optional(Type.Enum([...COUNTED_PER], { description: 'Of a counter: the field that payments share.' })),
    within_seconds: Type.Optional(
      Type.Integer({ minimum: 60, maximum: 2_592_000, description: 'Of a counter: how far back it counts.' }),
    ),
  },
  { title: 'Rule condition' },
)

const RiskAction = Type.Enum([...RISK_ACTIONS], { examples: ['REVIEW'] })

const Consequence = Type.Object(
  {
    action: Type.Optional(RiskAction),
    accounts: Type.Optional(Type.Array(Type.String(), { description: 'IDs of provider accounts, in this order.' })),
    split: Type.Optional(
      Type.Array(Type.Object({ account: Type.String(), weight: Type.Integer({ minimum: 0, maximum: 100 }) }), {
        description: 'Shares of the payments in percent.',
      }),
    ),
    order: Type.Optional(Type.Enum(['least_fee'])),
  },
  { title: 'Rule consequence', description: 'Of a risk rule `action`, of a routing rule one of the others.' },
)

const RULE = {
  name: Type.String({ minLength: 1, maxLength: LONGEST_NAME.rule, examples: ['Large orders'] }),
  status: Type.Enum([...RULE_STATUSES], { examples: ['ACTIVE'] }),
  when: Type.Array(Condition, { maxItems: 20, description: 'All must hold; none matches every payment.' }),
  then: Consequence,
}

/** Body of `PUT /api/rules/{kind}`. The flow checks it, and names each wrong member as `rules[2].when[0].field`. */
export const RuleSetBody = Type.Object({
  rules: Type.Unsafe<unknown>({
    ...Type.Array(Type.Object(RULE, { title: 'Rule' }), { maxItems: 100, description: 'The whole set in its order.' }),
    check: 'flow',
  }),
})

const Counts = Type.Object(
  { matched: Type.Integer(), approved: Type.Integer(), declined: Type.Integer() },
  { title: 'Rule counts', description: 'Payments of the last 30 days that it matched.' },
)

const RULE_SET = {
  kind: Type.Enum(['risk', 'routing']),
  version: Type.Integer({ description: '0 until rules are saved.', examples: [8] }),
  updated_at: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  updated_by: NullableString,
  rules: Type.Array(Type.Object({ ...RULE, counts: Type.Optional(Counts) }, { title: 'Counted rule' })),
  warnings: Type.Array(ErrorItem, { description: 'Rules that never match.' }),
}

/** Rules with their counts by name; null for an older version. */
export interface ShownRules extends RuleSet {
  readonly warnings: readonly Problem[]
  readonly counts: ReadonlyMap<string, Static<typeof Counts>> | null
}

/** Rules of a caller; without `mayCount`, those about shoppers have no counts. */
type CountedRules = ShownRules & { readonly mayCount: boolean }

export const RuleSetAnswer = wire('Rule set', RULE_SET).from<CountedRules>({
  rules: (set) => set.rules.map((rule) => ({ ...writeRule(rule), ...countsView(set, rule) })),
})

function countsView({ counts, mayCount }: CountedRules, { name, status, when }: Rule) {
  if (!counts || status === 'OFF' || !(mayCount || !when.some(isAboutPerson))) return {}
  return { counts: counts.get(name) ?? { matched: 0, approved: 0, declined: 0 } }
}

/** Body of a 412: errors and the present set. */
export const OutdatedRuleSet = Type.Object(
  { ...RULE_SET, errors: Type.Array(ErrorItem), method: Type.String(), status: Type.Integer() },
  { title: 'Outdated rule set', description: 'The set has another version; this is the present one.' },
)

export function outdatedView(set: Static<typeof RuleSetAnswer>) {
  const message = 'The rules have another version; apply your change to this one and send it again.'
  return {
    ...set,
    errors: [{ message, params: [String(set.version)], property: 'If-Match' }],
    method: 'PUT',
    status: 412,
  }
}

const Mark = Type.Object(
  {
    rule: Type.String(),
    action: RiskAction,
    effect: Type.Optional(Type.Enum(['NONE'], { description: 'Of a challenge where nothing is authenticated.' })),
  },
  { title: 'Rule mark' },
)

/** `data.risk` (docs/reference/rules.md#what-a-record-shows). */
export const RiskDecision = wire(
  'Risk decision',
  {
    decision: RiskAction,
    rule: NullableString,
    version: Type.Integer({ description: 'Of the risk rules.' }),
    list: nullable(Type.String({ description: 'ID of the list entry that decided.' })),
    matched: Type.Array(Mark, { description: 'Active rules that matched.' }),
    shadow: Type.Array(Mark, { description: 'Shadow rules that matched.' }),
    review: Type.Optional(Type.Enum([...REVIEWS])),
  },
  { description: 'Decision of the lists and the risk rules; absent without either.' },
).from<RiskData & { readonly review?: Review | undefined }>({})

/** `data.routing` (docs/reference/routing-rules.md#the-record), without the order that only retries need. */
export const RoutingDecision = wire(
  'Routing decision',
  {
    rule: NullableString,
    version: Type.Integer({ description: 'Version of the routing rules.' }),
    accounts: Type.Array(
      Type.Object({
        id: Type.String(),
        outcome: Type.Enum(['ASKED', 'SKIPPED']),
        reason: Type.Optional(Type.String({ description: 'Why it was passed over, such as `circuit-open`.' })),
      }),
      { description: 'In the order in which they were looked at.' },
    ),
    shadow: Type.Optional(
      Type.Array(Type.Object({ rule: Type.String() }), { description: 'Rules in trial that would have decided.' }),
    ),
  },
  { description: 'Present if the merchant has routing rules.' },
).from<Routing>({})

export const EvaluateBody = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'A hypothetical payment: fields of rules with their values.',
    examples: [{ amount: 50_000, currency: 'EUR', email: 'ada@example.com', 'metadata.tier': 'gold' }],
  },
)

export const Evaluation = Type.Object(
  { risk: Type.Optional(RiskDecision), routing: Type.Optional(RoutingDecision) },
  { title: 'Rule evaluation' },
)
