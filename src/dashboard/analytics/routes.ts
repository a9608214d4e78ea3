import { addDays, dayIn, daysBetween, startOfDay } from '#domain/time-zone.ts'
import { type AnalyticsQuery, readPaymentAnalytics } from '#flows/analytics.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Answer, route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { AnalyticsPageQuery } from '../money/queries.ts'
import { ifAvailable } from '../shell/if-available.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { accountNames, terminalNames } from '../shell/names.ts'
import { analyticsPage, CHOICES } from './page.ts'

export const analyticsPageRoute = route({
  method: 'GET',
  path: '/dashboard/analytics',
  guard: 'person',
  permission: 'analytics.read',
  summary: 'Analytics of completed payments',
  query: AnalyticsPageQuery,
  handle: (gateway, { caller, query }) => analytics(gateway, caller, query),
})

/** Most days of one count, by day and by hour. */
const MOST_DAYS = { day: 400, hour: 7 } as const
/** Hours are kept for 35 days. */
const DAYS_WITH_HOURS = 34

async function analytics(gateway: Gateway, caller: PersonCaller, typed: AnalyticsPageQuery): Promise<Answer> {
  const merchantId = requireMerchant(caller)
  const by = CHOICES.map(([dimension]) => dimension).find((dimension) => dimension === typed.by) ?? 'brand'
  // BINs are counted by day.
  const interval = typed.interval === 'hour' && by !== 'bin' ? 'hour' : 'day'
  const today = dayIn(caller.timeZone, gateway.clock.now())
  const days = interval === 'hour' ? daysWithHours(typed, today) : daysOf(typed, today)
  const terminalId = typed.terminal || undefined
  const read = (query: AnalyticsQuery) =>
    ifAvailable(readPaymentAnalytics(gateway, merchantId, { terminalId, interval, ...query }))
  const [terminals, accounts, figures, before, codes, currencies] = await Promise.all([
    terminalNames(gateway, merchantId),
    accountNames(gateway, merchantId),
    read({ ...days, groupBy: by }),
    typed.compare ? read(daysBefore(days)) : undefined,
    read({ ...days, groupBy: 'code' }),
    may(caller, 'money.read') ? read({ ...days, groupBy: 'currency' }) : undefined,
  ])
  return analyticsPage(caller, {
    typed,
    by,
    now: gateway.clock.now(),
    terminals,
    accounts,
    figures,
    before: before?.totals,
    codes: codes?.groups,
    currencies: currencies?.groups,
  })
}

interface Days {
  readonly from: string
  readonly to: string
}

/** Thirty days until today, unless others are asked for that make sense; of three days the middle one is in bounds. */
function daysOf(typed: AnalyticsPageQuery, today: string): Days {
  const real = (day: string | undefined) => (day && startOfDay('UTC', day) ? day : undefined)
  const to = real(typed.to) ?? today
  const [, from] = [addDays(to, 1 - MOST_DAYS.day), real(typed.from) ?? addDays(to, -29), to].sort()
  return { from: from!, to }
}

/** A week at most, and none of which the hours are forgotten; today, unless others are asked for. */
function daysWithHours(typed: AnalyticsPageQuery, today: string): Days {
  const asked = daysOf({ ...typed, from: typed.from || typed.to || today }, today)
  const oldest = addDays(today, -DAYS_WITH_HOURS)
  const to = later(asked.to, oldest)
  return { from: later(addDays(to, 1 - MOST_DAYS.hour), later(asked.from, oldest)), to }
}

function later(one: string, other: string): string {
  return [one, other].sort()[1]!
}

function daysBefore({ from, to }: Days): Days {
  return { from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) }
}
