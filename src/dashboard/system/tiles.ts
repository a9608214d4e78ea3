import type { Html } from '#html/html.ts'
import type { SystemOverview } from '#interface/system.ts'
import { formatCount } from '../parts/format.ts'
import { tiles } from '../parts/tiles.ts'

export function systemTiles(system: SystemOverview, now: Date): Html {
  const { oldestDueDeliveryAt: oldestAt, overdueTransactions: overdue, reversalsGivenUp, searchLagSeconds } = system
  const lag = oldestAt === null ? 0 : Math.max(0, Math.round((now.getTime() - oldestAt.getTime()) / 1000))
  return tiles([
    {
      field: 'worker-lag',
      name: 'Delivery delay',
      figure: `${formatCount(lag)} s`,
      change: 'age of the oldest due delivery',
      good: lag < 60,
    },
    {
      field: 'search-lag',
      name: 'Search delay',
      figure: `${formatCount(Math.round(searchLagSeconds))} s`,
      change: 'index for search and analytics',
      good: searchLagSeconds < 60,
    },
    {
      field: 'due-deliveries',
      name: 'Deliveries due',
      figure: formatCount(system.dueDeliveries),
      change: 'waiting for a worker',
    },
    {
      field: 'overdue',
      name: 'Overdue payments',
      figure: formatCount(overdue),
      change: 'expected: 0',
      good: overdue === 0,
    },
    {
      field: 'given-up-reversals',
      name: 'Failed reversals',
      figure: formatCount(reversalsGivenUp),
      change: 'review: tollgate reversal list',
      good: reversalsGivenUp === 0,
    },
    {
      field: 'open-circuits',
      name: 'Open circuits',
      figure: formatCount(system.openCircuits.length),
      change: 'accounts that are not responding',
      good: system.openCircuits.length === 0,
      href: '/dashboard/providers',
    },
  ])
}
