import { Type } from 'typebox'
import { DIMENSIONS } from '#flows/analytics/payments.ts'
import { nullable } from './types.ts'

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
  approved_amount: Type.Optional(Type.Integer({ description: 'Minor units; by currency only.' })),
}

const Group = Type.Object({ value: nullable(Type.String()), ...outcomes }, { title: 'Payments by value' })

/** Answer of `GET /api/analytics/payments` (docs/reference/analytics.md). */
export const PaymentAnalyticsAnswer = Type.Object(
  {
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    interval: Type.String(),
    group_by: Type.String(),
    time_zone: Type.String(),
    counted_until: nullable(Type.String({ format: 'date-time', description: 'Later payments are not counted yet.' })),
    totals: Type.Object(outcomes),
    groups: Type.Array(Group, { description: 'Those with the most payments first, at most 100.' }),
    items: Type.Array(
      Type.Object({
        starts_at: Type.String({ format: 'date-time' }),
        day: Type.String({ format: 'date' }),
        ...outcomes,
        groups: Type.Array(Group),
      }),
      { description: 'Days or hours in which payments began, the first one first.' },
    ),
    three_ds: Type.Array(Group, {
      description: 'By `frictionless`, `challenged`, `failed`, `abandoned` and `none`, of the last attempt.',
    }),
    retries: Type.Array(Group, { description: 'By how many further accounts were tried: `0`, `1` …' }),
  },
  { title: 'Payment analytics' },
)
