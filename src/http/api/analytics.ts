import { Type } from 'typebox'
import { exactInteger } from '#domain/exact-json.ts'
import { DIMENSIONS, type Group, type Outcomes, type PaymentAnalytics, readPaymentAnalytics } from '#flows/analytics.ts'
import { Instant, nullable } from '#interface/types.ts'
import { answer, get } from '../route.ts'

const PaymentAnalyticsQuery = Type.Object({
  from: Type.Optional(Type.String({ format: 'date', description: 'First day, in your time zone.' })),
  to: Type.Optional(Type.String({ format: 'date', description: 'Last day, inclusive. Default: today.' })),
  interval: Type.Optional(Type.Enum(['day', 'hour'])),
  group_by: Type.Optional(Type.Enum([...DIMENSIONS])),
  terminal_id: Type.Optional(Type.String()),
})

const Count = Type.Integer()

const outcomes = {
  payments: Count,
  approved: Count,
  declined: Count,
  canceled: Count,
  expired: Count,
  invalid: Count,
  approval_rate: Type.Union([Type.Number(), Type.Null()], {
    description: 'Approved ÷ (approved + declined), 0 to 1.',
  }),
  approved_amount: Type.Optional(Type.Integer({ format: 'int64', description: 'Minor units; by currency only.' })),
}

const GroupSchema = Type.Object({ value: nullable(Type.String()), ...outcomes }, { title: 'Payments by value' })

/** Answer of `GET /api/analytics/payments` (docs/reference/analytics.md). */
const PaymentAnalyticsAnswer = Type.Object(
  {
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    interval: Type.String(),
    group_by: Type.String(),
    time_zone: Type.String(),
    counted_until: nullable(Type.String({ format: 'date-time', description: 'Later payments are not counted yet.' })),
    totals: Type.Object(outcomes),
    groups: Type.Array(GroupSchema, { description: 'Those with the most payments first, at most 100.' }),
    items: Type.Array(
      Type.Object({
        starts_at: Instant,
        day: Type.String({ format: 'date' }),
        ...outcomes,
        groups: Type.Array(GroupSchema),
      }),
      { description: 'Days or hours in which payments began, the first one first.' },
    ),
    three_ds: Type.Array(GroupSchema, {
      description: 'By `frictionless`, `challenged`, `failed`, `abandoned` and `none`, of the last attempt.',
    }),
    retries: Type.Array(GroupSchema, { description: 'By how many further accounts were tried: `0`, `1` …' }),
  },
  { title: 'Payment analytics' },
)

function paymentAnalyticsView(found: PaymentAnalytics) {
  return {
    from: found.from,
    to: found.to,
    interval: found.interval,
    group_by: found.groupBy,
    time_zone: found.timeZone,
    counted_until: found.countedUntil?.toISOString() ?? null,
    totals: outcomesView(found.totals),
    groups: found.groups.map(groupView),
    items: found.intervals.map(({ startsAt, day, groups, ...outcomes }) => ({
      starts_at: startsAt.toISOString(),
      day,
      ...outcomesView(outcomes),
      groups: groups.map(groupView),
    })),
    three_ds: found.threeDs.map(groupView),
    retries: found.retries.map(groupView),
  }
}

function groupView({ value, ...outcomes }: Group) {
  return { value: value || null, ...outcomesView(outcomes) }
}

function outcomesView(outcomes: Outcomes) {
  const { payments, approved, declined, canceled, expired, invalid, approvalRate, approvedAmount } = outcomes
  return {
    ...{ payments, approved, declined, canceled, expired, invalid },
    approval_rate: approvalRate,
    ...(approvedAmount !== null && { approved_amount: exactInteger(approvedAmount) }),
  }
}

export const paymentAnalyticsRoute = get('/api/analytics/payments', {
  guard: 'merchant',
  permission: 'analytics.read',
  terminals: 'named',
  tag: 'Analytics',
  operation: 'showPaymentAnalytics',
  summary: 'Count completed payments by result',
  query: PaymentAnalyticsQuery,
  answers: { 200: PaymentAnalyticsAnswer },
  handle: async (gateway, { caller, query }) => {
    const { from, to, interval, group_by: groupBy, terminal_id: terminalId } = query
    const asked = { from, to, interval, groupBy, terminalId }
    return answer(paymentAnalyticsView(await readPaymentAnalytics(gateway, caller.merchantId, asked)))
  },
})
