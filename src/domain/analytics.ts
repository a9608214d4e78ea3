/** Rows of one dimension add up to all payments. */
export const DIMENSIONS = [
  'all',
  'brand',
  'method',
  'country',
  'provider_account',
  'terminal',
  'code',
  'currency',
  'authentication',
  'retries',
  'bin',
] as const

export type Dimension = (typeof DIMENSIONS)[number]

export interface Outcomes {
  readonly payments: number
  readonly approved: number
  readonly declined: number
  readonly canceled: number
  readonly expired: number
  readonly invalid: number
  /** Share of approvals among decisions of issuers and providers; null without any. */
  readonly approvalRate: number | null
  /** Minor units, if payments are grouped by currency; else null. */
  readonly approvedAmount: bigint | null
}

/** Payments of a value, such as a brand; `''` without one. */
export interface Group extends Outcomes {
  readonly value: string
}

/** Payments of a day or hour, in total and by value. */
export interface Interval extends Outcomes {
  readonly startsAt: Date
  readonly day: string
  readonly groups: readonly Group[]
}

/** Completed payments, by their start (docs/reference/analytics.md). */
export interface PaymentAnalytics {
  readonly from: string
  readonly to: string
  readonly interval: 'day' | 'hour'
  readonly groupBy: Dimension
  readonly timeZone: string
  readonly countedUntil: Date | null
  readonly totals: Outcomes
  readonly groups: readonly Group[]
  readonly intervals: readonly Interval[]
  readonly threeDs: readonly Group[]
  /** By number of further accounts. */
  readonly retries: readonly Group[]
}
