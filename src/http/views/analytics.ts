import { exactInteger } from '#domain/exact-json.ts'
import type { Group, Outcomes, PaymentAnalytics } from '#flows/analytics/payments.ts'

/** Payments that ended, as JSON (docs/reference/analytics.md). */
export function paymentAnalyticsView(found: PaymentAnalytics) {
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
