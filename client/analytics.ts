/** Filters of payment analytics; the days are in your time zone, both included. */
export interface AnalyticsFilters {
  readonly from?: string
  readonly to?: string
  readonly interval?: 'day' | 'hour'
  readonly group_by?: string
  readonly terminal_id?: string
}

/** How payments ended (docs/reference/analytics.md). */
export interface PaymentOutcomes {
  readonly payments: number
  readonly approved: number
  readonly declined: number
  readonly canceled: number
  readonly expired: number
  readonly invalid: number
  /** Approved of approved and declined, 0 to 1; null where there are none. */
  readonly approval_rate: number | null
  /** Minor units; by currency only. */
  readonly approved_amount?: bigint
}

/** The payments with one value of what they are grouped by. */
export type PaymentGroup = PaymentOutcomes & { readonly value: string | null }

/** Answer of `GET /api/analytics/payments`. */
export interface PaymentAnalytics {
  readonly from: string
  readonly to: string
  readonly interval: string
  readonly group_by: string
  readonly time_zone: string
  /** Later ones are not counted yet. */
  readonly counted_until: string | null
  readonly totals: PaymentOutcomes
  /** Those with the most payments first, at most 100. */
  readonly groups: readonly PaymentGroup[]
  readonly items: readonly (PaymentOutcomes & {
    readonly starts_at: string
    readonly day: string
    readonly groups: readonly PaymentGroup[]
  })[]
  readonly three_ds: readonly PaymentGroup[]
  readonly retries: readonly PaymentGroup[]
}
