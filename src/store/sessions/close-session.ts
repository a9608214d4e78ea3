import type { Database, Sql } from '../connection/database.ts'
import type { Ending, Finished } from '../transactions/endings.ts'

/**
 * Ends a session's payment and closes the session, in one commit. Locks the session first, as new payments do, so the
 * two cannot deadlock.
 * @param finish ends the payment in the SQL transaction
 * @returns undefined if another process moved the payment first
 */
export function finishAndCloseSession(
  sql: Database,
  { merchantId, sessionId }: Ending['ended'],
  finish: (tx: Sql) => Promise<Finished | undefined>,
): Promise<Finished | undefined> {
  return sql.begin(async (tx) => {
    await tx`
      select from sessions where merchant_id = ${merchantId} and session_id = ${sessionId} for no key update`
    const finished = await finish(tx)
    if (finished) {
      await tx`
        update sessions set canceled_at = coalesce(canceled_at, now())
        where merchant_id = ${merchantId} and session_id = ${sessionId}`
    }
    return finished
  })
}
