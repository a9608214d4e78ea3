/** `risk` stops or marks payments, `routing` chooses the first provider account. */
export const RULE_KINDS = ['risk', 'routing'] as const

export type RuleKind = (typeof RULE_KINDS)[number]

/** `SHADOW` rules only report what they would have done. */
export const RULE_STATUSES = ['ACTIVE', 'SHADOW', 'OFF'] as const

/** `BLOCK` and `ALLOW` end the rules; `CHALLENGE` and `REVIEW` mark a payment and continue. */
export const RISK_ACTIONS = ['ALLOW', 'BLOCK', 'REVIEW', 'CHALLENGE'] as const

export type RiskAction = (typeof RISK_ACTIONS)[number]

export const OPERATORS = [
  'eq',
  'not_eq',
  'in',
  'not_in',
  'starts_with',
  'lt',
  'lte',
  'gt',
  'gte',
  'in_network',
  'present',
  'absent',
] as const

export type Operator = (typeof OPERATORS)[number]

export const COUNTED_PER = ['card_hash', 'email', 'customer_id', 'customer_ip', 'bin'] as const

export type CountedPer = (typeof COUNTED_PER)[number]

/** Value of a field; integers and amounts are exact. */
export type FactValue = string | bigint | boolean

/** One condition of a rule (docs/reference/rules.md#conditions). */
export interface Condition {
  readonly field: string
  readonly operator: Operator
  /** Absent with `present` and `absent`. */
  readonly value?: FactValue | readonly FactValue[]
  /** Of an amount and a sum. */
  readonly currency?: string
  /** Of a counter. */
  readonly per?: CountedPer
  /** Of a counter: how far back it counts. */
  readonly withinSeconds?: number
}

/** Share of the payments, in percent. */
export type WeightedAccount = {
  readonly account: string
  readonly weight: number
}

export type Consequence =
  | { readonly action: RiskAction }
  | { readonly accounts: readonly string[] }
  | { readonly split: readonly WeightedAccount[] }
  | { readonly order: 'least_fee' }

/** Rule whose conditions must all hold; without any it matches every payment. */
export interface Rule {
  /** Unique in its set. */
  readonly name: string
  readonly status: (typeof RULE_STATUSES)[number]
  readonly when: readonly Condition[]
  readonly then: Consequence
}

/** Version of a merchant's ordered rules of one kind. */
export interface RuleSet {
  readonly kind: RuleKind
  /** 0 before the first save. */
  readonly version: number
  readonly rules: readonly Rule[]
  /** Null for version 0, as is `updatedBy`. */
  readonly updatedAt: Date | null
  readonly updatedBy: string | null
  /** Name of that person or client, if it has one. */
  readonly updatedByName?: string | null
}

export interface RuleMark {
  readonly rule: string
  readonly action: RiskAction
  /** Of a challenge without an authentication. */
  readonly effect?: 'NONE'
}

export interface RiskData {
  readonly decision: RiskAction
  readonly rule: string | null
  readonly version: number
  readonly list: string | null
  readonly matched: readonly RuleMark[]
  readonly shadow: readonly RuleMark[]
}
