import { setTimeout as sleep } from 'node:timers/promises'
import { canRetryOnPrimary } from './availability.ts'
import type { Database } from './sql.ts'

/** Maximum wait for the standby to catch up, and for its response. */
const PATIENCE_MS = 250
const POLL_MS = 20
/** Pause after the standby lagged or did not respond. */
const PAUSE_MS = 1000

/**
 * Reads from a standby once it has replayed everything that the primary has flushed, which includes all that callers
 * were sent.
 * @returns a reader; undefined if the standby lags, is unavailable or canceled the read to replay: then read the
 *   primary
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

/** Log position: written, or replayed on a standby. Roles may switch. */
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
    // No caller waits for a late position.
    looking.catch(() => undefined)
    if (await Promise.race([looking, silence])) return true
    await sleep(POLL_MS)
  }
  return false
}
