import type { Take } from '#store/archive/archived-row.ts'
import { removeOldEvents, removeOldRequests, removeOldTries } from '#store/archive/remove-old-rows.ts'
import { withLongTimeout } from '#store/connection/time-limits.ts'
import type { Gateway } from '../gateway.ts'
import { writeArchive } from './archive-file.ts'

/** So many make a file of about a megabyte, and hold their locks for well under a second. */
const BATCH = 5000
/** What merchants are promised to look back at (docs/reference/requests.md#request-log). */
const LOOKING_BACK_DAYS = 30

interface Kind {
  readonly name: string
  readonly take: Take
  readonly days: number
  /** Nothing of it is deleted that is not archived. */
  readonly isOfValue: boolean
}

/**
 * Takes what is old out of the database and into files, kind by kind (docs/operate/retention.md). The commit comes after the
 * file is on the disk: rows may stand in two files after a crash, never in none.
 * @returns whether there may be more
 * @throws where a file cannot be written; then nothing has left the database
 */
export async function archiveOld({ sql, settings }: Pick<Gateway, 'sql' | 'settings'>): Promise<boolean> {
  const { archiveDir, eventDays } = settings
  const kinds: readonly Kind[] = [
    { name: 'events', take: removeOldEvents, days: eventDays, isOfValue: true },
    { name: 'delivery-tries', take: removeOldTries, days: LOOKING_BACK_DAYS, isOfValue: false },
    { name: 'requests', take: removeOldRequests, days: LOOKING_BACK_DAYS, isOfValue: false },
  ]
  let hasMore = false
  for (const { name, take, days, isOfValue } of kinds) {
    if (isOfValue && archiveDir === undefined) continue
    const taken = await withLongTimeout(sql, async (transaction) => {
      const rows = await take(transaction, days, BATCH)
      if (archiveDir !== undefined && rows.length > 0) await writeArchive(archiveDir, name, rows)
      return rows.length
    })
    hasMore ||= taken >= BATCH
  }
  return hasMore
}
