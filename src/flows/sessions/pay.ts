import type { NextStep } from '#domain/next-step.ts'
import type { Session } from '#domain/session.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findPaymentLink } from '#store/payment-links/payment-links.ts'
import { countSubmit } from '#store/sessions/sessions.ts'
import type { Gateway } from '../gateway.ts'
import { authorize } from '../payment/authorize/index.ts'
import { SessionTaken } from '../payment/authorize/record-intent.ts'
import { cancelPayment } from '../payment/inquiry/abandon.ts'
import { currentAnswer } from '../payment/outcome/current-answer.ts'
import { tooManyDeclines } from './decline-limit.ts'
import { findLivePayment, openSession } from './read-session.ts'
import { SessionError } from './session-error.ts'
import { paymentRequestOf, type Submit } from './submit.ts'

/** Limits testers of stolen cards (docs/reference/limits.md#rate-limits). */
export const MOST_SUBMITS = 10

/**
 * Makes one payment of a session. Invalid input is rejected before any change. An earlier payment that waits for the
 * shopper is canceled first, if the submitting page knew it. Of concurrent submits the database records one, and all
 * get its result. A submit that loses is checked again; every round has another winner, so there are at most
 * `MOST_SUBMITS`.
 * @throws SessionError if the session accepts none; RequestError `invalid` on the fields of the payment method
 */
export async function pay(gateway: Gateway, session: Session, submit: Submit): Promise<NextStep> {
  let live = findLivePayment(await openSession(gateway, session.sessionId))
  if (!(await countSubmit(gateway.sql, session, MOST_SUBMITS))) throw tooManySubmits(gateway, session)
  const { knownPayment = live?.id ?? null } = submit
  for (let round = 1; ; round += 1) {
    if (live && isSameSubmit(live, knownPayment)) return currentAnswer(gateway, live.merchantId, live.id)
    try {
      return await authorize(gateway, paymentRequestOf(gateway, session, submit))
    } catch (error) {
      if (!(error instanceof SessionTaken) || round === MOST_SUBMITS) throw error
      if (error.reason === 'too-many-declines') throw await tooManyDeclines(gateway, session, submit.customerIp)
      if (error.reason === 'session-over' && (await isLinkDisabled(gateway, session)))
        throw new SessionError('session_completed')
      if (live) await cancelPayment(gateway, live, 'The shopper began to pay in another way.')
      live = findLivePayment(await openSession(gateway, session.sessionId))
      // The session is open, so its link was disabled, or others are paying all that it accepts.
      if (!live && error.reason === 'session-over' && session.paymentLinkId !== null)
        throw new SessionError('session_completed')
    }
  }
}

/** True if the session's link accepts no further payment; the one that waits for its shopper may still end. */
async function isLinkDisabled({ sql }: Gateway, { paymentLinkId }: Session): Promise<boolean> {
  const state = paymentLinkId === null ? undefined : await findPaymentLink(sql, undefined, paymentLinkId)
  return state?.isDisabled ?? false
}

/** The limit ends with the session. */
function tooManySubmits({ clock }: Gateway, { expiresAt }: Session): SessionError {
  const seconds = Math.ceil((expiresAt.getTime() - clock.now().getTime()) / 1000)
  return new SessionError('too_many_submits', Math.max(1, seconds))
}

/** Nothing is canceled during a provider call, nor a payment that the submitting page did not know. */
function isSameSubmit({ awaiting, id }: Transaction, knownPayment: string | null): boolean {
  return awaiting === 'provider-answer' || knownPayment !== id
}
