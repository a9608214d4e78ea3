import { readPaymentAnalytics } from '#flows/analytics/payments.ts'
import { PaymentAnalyticsAnswer, PaymentAnalyticsQuery } from '../contract/analytics.ts'
import { route } from '../route.ts'
import { paymentAnalyticsView } from '../views/analytics.ts'

export const paymentAnalyticsRoute = route({
  method: 'GET',
  path: '/api/analytics/payments',
  guard: 'merchant',
  tag: 'Analytics',
  operation: 'showPaymentAnalytics',
  summary: 'Count completed payments by result',
  query: PaymentAnalyticsQuery,
  answers: { 200: PaymentAnalyticsAnswer },
  handle: async (gateway, { caller, query }) => {
    const { from, to, interval, group_by: groupBy, terminal_id: terminalId } = query
    const asked = { from, to, interval, groupBy, terminalId }
    return { status: 200, json: paymentAnalyticsView(await readPaymentAnalytics(gateway, caller.merchantId, asked)) }
  },
})
