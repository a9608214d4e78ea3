import type { AnyText } from './requests.ts'
import type { PaymentAnalytics, ShowPaymentAnalyticsQuery } from './schema.ts'

export type AnalyticsFilters = AnyText<ShowPaymentAnalyticsQuery>

/** How payments ended (docs/reference/analytics.md). */
export type PaymentOutcomes = PaymentAnalytics['totals']
