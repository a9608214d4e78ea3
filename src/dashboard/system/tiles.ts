import type { SystemOverview } from '#flows/admin/system.ts'
import type { Html } from '#html/html.ts'
import { formatCount } from '../parts/format.ts'
import { tiles } from '../parts/tiles.ts'

export function systemTiles(system: SystemOverview, now: Date): Html {
  const { dueDeliveries, overdue, givenUpReversals, searchLagSeconds, openCircuits } = system
  const { count, oldestAt } = dueDeliveries
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
    { field: 'due-deliveries', name: 'Deliveries due', figure: formatCount(count), change: 'waiting for a worker' },
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
      figure: formatCount(givenUpReversals),
      change: 'review: tollgate reversal list',
      good: givenUpReversals === 0,
    },
    {
      field: 'open-circuits',
      name: 'Open circuits',
      figure: formatCount(openCircuits.length),
      change: 'accounts that are not responding',
      good: openCircuits.length === 0,
      href: '/dashboard/providers',
    },
  ])
}
