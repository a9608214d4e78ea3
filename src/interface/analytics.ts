import { Type } from 'typebox'
import { DIMENSIONS, type Group, type Interval, type Outcomes, type PaymentAnalytics } from '#domain/analytics.ts'
import { exactInteger } from '#domain/exact-json.ts'
import { Instant, InstantOf, Int64, nullable } from './types.ts'
import { listOf, wire } from './wire.ts'

export const PaymentAnalyticsQuery = Type.Object({
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
  approved_amount: Type.Optional(Int64({ description: 'Minor units; by currency only.' })),
}

const byCurrency = {
  approved_amount: ({ approvedAmount: amount }: Outcomes) => (amount === null ? undefined : exactInteger(amount)),
}

const Totals = wire(null, outcomes).from<Outcomes>(byCurrency)

const GroupRecord = wire('Payments by value', { value: nullable(Type.String()), ...outcomes }).from<Group>({
  value: ({ value }) => value || null,
  ...byCurrency,
})

const IntervalRecord = wire(null, {
  starts_at: Instant,
  day: Type.String({ format: 'date' }),
  ...outcomes,
  groups: listOf(GroupRecord),
}).from<Interval>(byCurrency)

/** Answer of `GET /api/analytics/payments` (docs/reference/analytics.md). */
export const PaymentAnalyticsAnswer = wire('Payment analytics', {
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  interval: Type.String(),
  group_by: Type.String(),
  time_zone: Type.String(),
  counted_until: nullable(InstantOf({ description: 'Later payments are not counted yet.' })),
  totals: Totals,
  groups: listOf(GroupRecord, { description: 'Those with the most payments first, at most 100.' }),
  items: listOf(IntervalRecord, { description: 'Days or hours in which payments began, the first one first.' }),
  three_ds: listOf(GroupRecord, {
    description: 'By `frictionless`, `challenged`, `failed`, `abandoned` and `none`, of the last attempt.',
  }),
  retries: listOf(GroupRecord, { description: 'By how many further accounts were tried: `0`, `1` …' }),
}).from<PaymentAnalytics>({ items: 'intervals' })
