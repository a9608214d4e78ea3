import { addDays, dayIn } from '#domain/time-zone.ts'
import { type Group, type Outcomes, readPaymentAnalytics, sumOutcomes } from '#flows/analytics/payments.ts'
import type { Gateway } from '#flows/gateway.ts'
import { ifAvailable } from '../shell/if-available.ts'
import type { Compared } from './page.ts'

/** Today against the same day last week, and the last seven days against the seven before. */
export async function homeFigures(gateway: Gateway, merchantId: string, timeZone: string) {
  const today = dayIn(timeZone, gateway.clock.now())
  const day = (back: number) => addDays(today, -back)
  const [figures, money] = await Promise.all([
    ifAvailable(readPaymentAnalytics(gateway, merchantId, { from: day(13), to: today })),
    ifAvailable(readPaymentAnalytics(gateway, merchantId, { from: day(6), to: today, groupBy: 'currency' })),
  ])
  const between = (from: string, to: string) =>
    sumOutcomes(figures!.intervals.filter((one) => one.day >= from && one.day <= to))
  const compared = (now: Outcomes, before: Outcomes): Compared => ({ now, before })
  const currencies: readonly Group[] = money?.groups ?? []
  if (!figures) return { today: undefined, week: undefined, currencies }
  return {
    today: compared(between(today, today), between(day(7), day(7))),
    week: compared(between(day(6), today), between(day(13), day(7))),
    currencies,
  }
}
