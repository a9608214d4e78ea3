import { representativePayment, sessionStatusOf } from '#domain/session.ts'
import { sessionExpired } from '#events/further-events.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { claimEndedSessions, findSession, leaveSessionEnd } from '#store/sessions/sessions.ts'
import type { Gateway } from '../gateway.ts'

const BATCH = 50
/** A payment in progress at the session's expiry decides its end. */
const LOOK_AGAIN_SECONDS = 60

/** Records events of unpaid expired sessions, each once (docs/reference/event-types.md). @returns true if there may be more */
export function recordExpiredSessions({ sql, clock }: Gateway): Promise<boolean> {
  return sql.begin(async (tx) => {
    const ended = await claimEndedSessions(tx, BATCH)
    for (const session of ended) {
      const state = (await findSession(tx, session.merchantId, session.sessionId))!
      const status = sessionStatusOf(state)
      await leaveSessionEnd(tx, session, status === 'PENDING' ? LOOK_AGAIN_SECONDS : null)
      if (status !== 'SESSION_EXPIRED') continue
      const latest = representativePayment(state)?.id ?? null
      await recordFurtherEvents(tx, [sessionExpired(state.session, latest, clock.now())])
    }
    return ended.length === BATCH
  })
}
