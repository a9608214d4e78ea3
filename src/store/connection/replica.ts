import { setTimeout as sleep } from 'node:timers/promises'
import { canRetryOnPrimary } from './availability.ts'
import type { Database } from './sql.ts'

/** So long a read waits for the standby to catch up with the primary, and for its answer whether it has. */
const PATIENCE_MS = 250
const POLL_MS = 20
/** A standby that lags or does not answer is left alone for so long. */
const PAUSE_MS = 1000

/**
 * Reads from a standby what is as new there as at the primary: before each read the primary says how far its log is
 * safely written, which is everything that anybody was told of, and the standby has to have replayed as much.
 * @returns a function that reads there; undefined where the standby lags, is away or gave the read up for its replay, so
 *   that the primary is to be read instead
 */
export function beside(primary: Database, standby: Database) {
  let pausedUntil = 0
  return async <T>(read: () => Promise<T>): Promise<{ readonly value: T } | undefined> => {
    if (Date.now() < pausedUntil) return undefined
    try {
      if (await hasCaughtUp(primary, standby)) return { value: await read() }
    } catch (error) {
      if (!canRetryOnPrimary(error)) throw error
    }
    pausedUntil = Date.now() + PAUSE_MS
    return undefined
  }
}

/** How far a server knows: what it has written, or replayed where it is a standby. Either may become the other. */
function position(sql: Database) {
  return sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end`
}

async function hasCaughtUp(primary: Database, standby: Database): Promise<boolean> {
  const [{ written }] = await primary<[{ written: string }]>`select (${position(primary)})::text as written`
  const look = async () => {
    const [{ reached }] = await standby<[{ reached: boolean }]>`
      select (${position(standby)}) >= ${written}::text::pg_lsn as reached`
    return reached
  }
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const silence = sleep(deadline - Date.now(), false)
    const looking = look()
    // Nobody waits for a look that comes too late.
    looking.catch(() => undefined)
    if (await Promise.race([looking, silence])) return true
    await sleep(POLL_MS)
  }
  return false
}
