import { Type } from 'typebox'
import { addDays, startOfDay } from '#domain/time-zone.ts'
import { readBalances } from '#flows/ledger/balances.ts'
import { readSettlementDays } from '#flows/ledger/settlement-days.ts'
import { settledTransactions } from '#flows/ledger/settlement-report.ts'
import { csvAnswer, csvFormatOf } from '#http/api/common/csv.ts'
import { encodeCursor, positionOf } from '#http/api/common/paging.ts'
import { settlementCsv } from '#http/api/ledger.ts'
import { type Route, route } from '#http/route.ts'
import { SettlementParams } from '#interface/ledger.ts'
import { QueryText } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { balancesPage } from './balances-page.ts'
import { SettlementDaysPageQuery } from './queries.ts'
import { settlementsPage } from './settlements-page.ts'

const SHOWN_DAYS = 30

const balancesPageRoute = route({
  method: 'GET',
  path: '/dashboard/balances',
  guard: 'person',
  permission: 'money.read',
  summary: 'Balances by currency, with the last 30 days',
  handle: async (gateway, { caller }) => {
    const merchantId = requireMerchant(caller)
    const today = gateway.clock.now().toISOString().slice(0, 10)
    const days = Array.from({ length: SHOWN_DAYS }, (_, index) => addDays(today, index + 1 - SHOWN_DAYS))
    const balances = await readBalances(gateway, merchantId)
    const most = Math.max(balances.length, 1) * SHOWN_DAYS
    const { items } = await readSettlementDays(gateway, merchantId, { from: days[0], to: today }, undefined, most)
    return balancesPage(caller, { balances, days, moved: items })
  },
})

const settlementsPageRoute = route({
  method: 'GET',
  path: '/dashboard/settlements',
  guard: 'person',
  permission: 'money.read',
  summary: 'Settlement days',
  query: SettlementDaysPageQuery,
  handle: async (gateway, { caller, query }) => {
    const [from, to] = [realDay(query.from), realDay(query.to)]
    const place = positionOf({ cursor: query.cursor || undefined })
    const { items, next } = await readSettlementDays(gateway, requireMerchant(caller), { from, to }, place, 50)
    const kept = Object.entries({ from, to, cursor: next && encodeCursor(next) }).filter(
      (entry): entry is [string, string] => Boolean(entry[1]),
    )
    const older = next ? `/dashboard/settlements?${new URLSearchParams(kept)}` : undefined
    return settlementsPage(caller, { days: items, typed: { from, to }, older })
  },
})

function realDay(day: string | undefined): string | undefined {
  return day && startOfDay('UTC', day) ? day : undefined
}

const settlementFileRoute = route({
  method: 'GET',
  path: '/dashboard/settlements/:date.csv',
  guard: 'person',
  permission: 'money.read',
  summary: 'Settlement report of a day',
  params: SettlementParams,
  query: Type.Object({ format: QueryText }),
  handle: async (gateway, { caller, params: { date }, query: { format } }) =>
    csvAnswer(
      `settlement-${date}.csv`,
      settlementCsv(csvFormatOf(format), settledTransactions(gateway, requireMerchant(caller), date)),
    ),
})

export const moneyRoutes: readonly Route[] = [balancesPageRoute, settlementsPageRoute, settlementFileRoute]
