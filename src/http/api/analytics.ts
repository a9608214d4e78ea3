import { readPaymentAnalytics } from '#flows/analytics.ts'
import { PaymentAnalyticsAnswer, PaymentAnalyticsQuery } from '#interface/analytics.ts'
import { readGiven } from '#interface/read.ts'
import { get } from '../route.ts'

export const paymentAnalyticsRoute = get('/api/analytics/payments', {
  guard: 'merchant',
  permission: 'analytics.read',
  terminals: 'named',
  tag: 'Analytics',
  operation: 'showPaymentAnalytics',
  summary: 'Count completed payments by result',
  query: PaymentAnalyticsQuery,
  shows: PaymentAnalyticsAnswer,
  handle: (gateway, { caller, query }) =>
    readPaymentAnalytics(gateway, caller.merchantId, readGiven(PaymentAnalyticsQuery, query)),
})
