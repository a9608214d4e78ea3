import { Type } from 'typebox'
import { COUNTED_PER, OPERATORS, RISK_ACTIONS, RULE_STATUSES } from '#domain/rules/rule.ts'
import { REVIEWS } from '#domain/transaction-data.ts'
import { ErrorItem, NullableString, nullable } from '#interface/types.ts'

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
  name: Type.String({ minLength: 1, maxLength: 80, examples: ['Large orders'] }),
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

export const RuleSetAnswer = Type.Object(RULE_SET, { title: 'Rule set' })

/** Body of a 412: errors and the present set. */
export const OutdatedRuleSet = Type.Object(
  { ...RULE_SET, errors: Type.Array(ErrorItem), method: Type.String(), status: Type.Integer() },
  { title: 'Outdated rule set', description: 'The set has another version; this is the present one.' },
)

const Mark = Type.Object(
  {
    rule: Type.String(),
    action: RiskAction,
    effect: Type.Optional(Type.Enum(['NONE'], { description: 'Of a challenge where nothing is authenticated.' })),
  },
  { title: 'Rule mark' },
)

/** `data.risk` (docs/reference/rules.md#what-a-record-shows). */
export const RiskDecision = Type.Object(
  {
    decision: RiskAction,
    rule: NullableString,
    version: Type.Integer({ description: 'Of the risk rules.' }),
    list: nullable(Type.String({ description: 'ID of the list entry that decided.' })),
    matched: Type.Array(Mark, { description: 'Active rules that matched.' }),
    shadow: Type.Array(Mark, { description: 'Shadow rules that matched.' }),
    review: Type.Optional(Type.Enum([...REVIEWS])),
  },
  { title: 'Risk decision', description: 'Decision of the lists and the risk rules; absent without either.' },
)

/** `data.routing` (docs/reference/routing-rules.md#the-record). */
export const RoutingDecision = Type.Object(
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
  { title: 'Routing decision', description: 'Present if the merchant has routing rules.' },
)

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
