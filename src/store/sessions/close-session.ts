import type { Database, Sql } from '../connection/database.ts'
import type { Ending, Finished } from '../transactions/endings.ts'

/**
 * Ends the payment in progress of a session and closes the session, in one commit. The session is locked first, as a
 * new payment locks it, so the two never wait for each other in turn.
 * @param finish ends the payment in this SQL transaction
 * @returns undefined if someone else moved the payment first; then nothing happened
 */
export function finishAndCloseSession(
  sql: Database,
  ending: Ending,
  finish: (sql: Sql) => Promise<Finished | undefined>,
): Promise<Finished | undefined> {
  const { merchantId, sessionId } = ending.ended
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
