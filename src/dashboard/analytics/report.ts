import { addDays, dayIn, daysBetween, startOfDay } from '#domain/time-zone.ts'
import { type AnalyticsQuery, readPaymentAnalytics } from '#flows/analytics.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { accountNames, ifAvailable, terminalNames } from '../shell/read.ts'
import { requireMerchant, type Texts } from '../shell/screen.ts'

type Dimension = NonNullable<AnalyticsQuery['groupBy']>

export const DIMENSIONS: readonly (readonly [dimension: Dimension, words: string])[] = [
  ['brand', 'Brand'],
  ['country', 'Country'],
  ['provider_account', 'Provider account'],
  ['terminal', 'Terminal'],
  ['method', 'Method'],
  ['currency', 'Currency'],
  ['bin', 'Issuer (BIN)'],
]

export type Report = Awaited<ReturnType<typeof readReport>>

/** Most days of one count, by day and by hour. */
const MOST_DAYS = { day: 400, hour: 7 } as const
/** Hours are kept for 35 days. */
const DAYS_WITH_HOURS = 34

/** Reads the parts of the page; each is undefined if it could not be read in time, or shows amounts to a role without. */
export async function readReport(gateway: Gateway, caller: PersonCaller, typed: Texts) {
  const merchantId = requireMerchant(caller)
  const by = DIMENSIONS.map(([dimension]) => dimension).find((dimension) => dimension === typed.by) ?? 'brand'
  // BINs are counted by day.
  const interval = typed.interval === 'hour' && by !== 'bin' ? 'hour' : 'day'
  const now = gateway.clock.now()
  const today = dayIn(caller.timeZone, now)
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
  return {
    ...{ typed, by, now, terminals, accounts, figures },
    ...{ before: before?.totals, codes: codes?.groups, currencies: currencies?.groups },
  }
}

interface Days {
  readonly from: string
  readonly to: string
}

/** Thirty days until today, unless others are asked for that make sense; of three days the middle one is in bounds. */
function daysOf(typed: Texts, today: string): Days {
  const real = (day: string | undefined) => (day && startOfDay('UTC', day) ? day : undefined)
  const to = real(typed.to) ?? today
  const [, from] = [addDays(to, 1 - MOST_DAYS.day), real(typed.from) ?? addDays(to, -29), to].sort()
  return { from: from!, to }
}

/** A week at most, and none of which the hours are forgotten; today, unless others are asked for. */
function daysWithHours(typed: Texts, today: string): Days {
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
