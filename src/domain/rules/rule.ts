/** Kinds of rule sets: which payments to stop or mark, and which provider account to ask first. */
export const RULE_KINDS = ['risk', 'routing'] as const

export type RuleKind = (typeof RULE_KINDS)[number]

/** `SHADOW` rules only say what they would have done. */
export const RULE_STATUSES = ['ACTIVE', 'SHADOW', 'OFF'] as const

/** `BLOCK` and `ALLOW` end the rules; `CHALLENGE` and `REVIEW` mark a payment and go on. */
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

/** A share of the payments, in percent. */
export type WeightedAccount = {
  readonly account: string
  readonly weight: number
}

/** Consequence of a risk rule, or of a routing rule in one of its three forms. */
export type Consequence =
  | { readonly action: RiskAction }
  | { readonly accounts: readonly string[] }
  | { readonly split: readonly WeightedAccount[] }
  | { readonly order: 'least_fee' }

/** One rule. Its conditions must all hold; without any it matches every payment. */
export interface Rule {
  /** Unique in its set. */
  readonly name: string
  readonly status: (typeof RULE_STATUSES)[number]
  readonly when: readonly Condition[]
  readonly then: Consequence
}

/** A version of a merchant's ordered rules of one kind. */
export interface RuleSet {
  readonly kind: RuleKind
  /** 0 until rules are saved for the first time. */
  readonly version: number
  readonly rules: readonly Rule[]
  /** Null for version 0, as is `updatedBy`. */
  readonly updatedAt: Date | null
  /** Author, as the audit log names it. */
  readonly updatedBy: string | null
  /** Name of that person or client, if it has one. */
  readonly updatedByName?: string | null
}

/** A rule that matched a payment, and its action. */
export interface RuleMark {
  readonly rule: string
  readonly action: RiskAction
  /** Of a challenge where nothing is authenticated. */
  readonly effect?: 'NONE'
}

/** Decision of the risk rules, as a record keeps it (docs/reference/rules.md#what-a-record-shows). */
export interface RiskData {
  readonly decision: RiskAction
  readonly rule: string | null
  readonly version: number
  readonly list: string | null
  readonly matched: readonly RuleMark[]
  readonly shadow: readonly RuleMark[]
}
