import { Refusal } from '#domain/problem.ts'

/** Why a session takes no try: it is paid, waits for confirmation or was left; its time is over; too many were sent. */
export type SessionRefusalCode = 'session_completed' | 'session_expired' | 'too_many_submits'

const MESSAGES: Record<SessionRefusalCode, string> = {
  session_completed: 'This session is over; read its status, or create a new one with another reference.',
  session_expired: 'The time of this session is over; create a new one with another reference.',
  too_many_submits: 'Too much was sent to this session; create a new one with another reference.',
}

/** A session that takes no new try. */
export class SessionRefusal extends Refusal {
  readonly code: SessionRefusalCode

  constructor(code: SessionRefusalCode) {
    super('invalid', [{ property: '', message: MESSAGES[code], params: [] }])
    this.code = code
  }
}
