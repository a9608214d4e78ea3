import type { Outcomes } from '#domain/analytics.ts'
import type { Html } from '#html/html.ts'
import { formatCount, formatPercent } from '../parts/format.ts'
import { type Tile, tiles } from '../parts/tiles.ts'

/** A time and the one before it, of the same length. */
export interface Compared {
  readonly now: Outcomes
  readonly before: Outcomes
}

export function homeTiles(today: Compared, week: Compared): Html {
  return tiles([
    countTile('today', 'Payments today', today, 'same day last week'),
    rateTile('today-rate', 'Approval rate today', today),
    countTile('week', 'Payments, 7 days', week, 'previous 7 days'),
    rateTile('week-rate', 'Approval rate, 7 days', week),
  ])
}

function countTile(field: string, name: string, { now, before }: Compared, when: string): Tile {
  const change = `${formatCount(before.payments)} ${when}`
  return { field, name, figure: formatCount(now.payments), change, href: '/dashboard/analytics' }
}

function rateTile(field: string, name: string, { now, before }: Compared): Tile {
  const words = ({ approvalRate }: Outcomes) => (approvalRate === null ? '–' : formatPercent(approvalRate))
  const isComparable = now.approvalRate !== null && before.approvalRate !== null
  return {
    field,
    name,
    figure: words(now),
    change: `${words(before)} a week earlier`,
    good: isComparable ? now.approvalRate! >= before.approvalRate! : undefined,
  }
}
