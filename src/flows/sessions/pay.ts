import type { NextStep } from '#domain/next-step.ts'
import type { Session } from '#domain/session.ts'
import type { Transaction } from '#domain/transaction.ts'
import { countSubmit } from '#store/sessions/sessions.ts'
import { authorize } from '../authorize/index.ts'
import { SessionTaken } from '../authorize/record-intent.ts'
import { currentAnswer } from '../current-answer.ts'
import type { Gateway } from '../gateway.ts'
import { cancelTry } from './cancel-payment.ts'
import { tryUnderWay } from './find-live-payment.ts'
import { openSession } from './read-session.ts'
import { SessionError } from './session-error.ts'
import { orderOf, type Submit } from './submit.ts'

/** Cards are tested by sending many (contract section 3, "Limits of use"). */
const MOST_SUBMITS = 10
/** Every round that is lost was won by another submit, and there are no more than those. */
const MOST_ROUNDS = MOST_SUBMITS

/**
 * One try of a session. What is wrong with it is said before anything changes; then a try that still waits for the
 * shopper makes way, if it was there before. Which of several simultaneous ones is recorded the database decides, and all
 * get its answer: none makes way for one that came with it.
 * @throws SessionError where the session takes none; RequestError `invalid` on the fields of the payment method
 */
export async function pay(gateway: Gateway, session: Session, submit: Submit): Promise<NextStep> {
  let live = tryUnderWay(await openSession(gateway, session.sessionId))
  if (!(await countSubmit(gateway.sql, session, MOST_SUBMITS))) throw tooManySubmits(gateway, session)
  const { knownTry = live?.id ?? null } = submit
  for (let round = 1; ; round += 1) {
    if (live && isSameSubmit(live, knownTry)) return currentAnswer(gateway, live.merchantId, live.id)
    try {
      return await authorize(gateway, orderOf(gateway, session, submit))
    } catch (error) {
      if (!(error instanceof SessionTaken) || round === MOST_ROUNDS) throw error
      if (live) await cancelTry(gateway, live, 'The shopper began to pay in another way.')
      live = tryUnderWay(await openSession(gateway, session.sessionId))
    }
  }
}

/** The limit is the session's own, and ends with it. */
function tooManySubmits({ clock }: Gateway, { expiresAt }: Session): SessionError {
  const seconds = Math.ceil((expiresAt.getTime() - clock.now().getTime()) / 1000)
  return new SessionError('too_many_submits', Math.max(1, seconds))
}

/** A provider that is being asked cannot be asked for something else; and a try makes way only where it was known of. */
function isSameSubmit({ awaiting, id }: Transaction, knownTry: string | null): boolean {
  return awaiting === 'provider-answer' || knownTry !== id
}
