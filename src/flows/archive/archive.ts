import type { Take } from '#store/archive/archived-row.ts'
import { removeOldEvents, removeOldRequests, removeOldTries } from '#store/archive/remove-old-rows.ts'
import { withLongTimeout } from '#store/connection/time-limits.ts'
import type { Gateway } from '../gateway.ts'
import { writeArchive } from './archive-file.ts'

/** A file of about a megabyte, with locks of well under a second. */
const BATCH = 5000
/** Promised request history (docs/reference/requests.md#request-log). */
const LOOKING_BACK_DAYS = 30

interface Kind {
  readonly name: string
  readonly take: Take
  readonly days: number
  /** True if rows may be deleted only after they were archived. */
  readonly isOfValue: boolean
}

/**
 * Moves old rows into files, kind by kind (docs/operate/retention.md). Commits once a file is on disk: a crash may
 * duplicate rows, but never loses any.
 * @returns true if there may be more @throws if a file cannot be written; then nothing is deleted
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
