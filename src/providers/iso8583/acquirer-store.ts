import type { Brand, Secret } from '#providers/port/tools.ts'
import type { Fields } from './codec/message.ts'

/**
 * State of a request.
 * - `SENT`: recorded and perhaps sent; no answer yet
 * - `UNSENT`: never sent
 * - `ANSWERED`: see `answer`
 * - `REVERSING`: its reversal is stored, and repeated until confirmed
 * - `REVERSED`: confirmed
 * - `BARRED`: reversed before it was sent, so it never is
 */
export type RequestState = 'SENT' | 'UNSENT' | 'ANSWERED' | 'REVERSING' | 'REVERSED' | 'BARRED'

/** Number from 1 to 999,999, and its issue time: together unique on a terminal. */
export interface TraceNumber {
  readonly stan: number
  readonly at: Date
}

/** Data elements 32 and 41. */
export interface TerminalId {
  readonly acquirerId: string
  readonly terminalId: string
}

export interface AttemptId {
  readonly merchantId: string
  readonly attemptId: string
}

export interface NewRequest extends AttemptId {
  readonly providerAccountId: string
  readonly type: string
  /** Fields that may be stored in clear text; the card is separate. */
  readonly fields: Fields
  /** Number and expiry, sealed: reversals, captures and refunds name the card again. */
  readonly sealedCard: Uint8Array
  readonly context: Context
  /** Seconds without an answer until it is reversed; null if it is repeated instead. */
  readonly answerSeconds: number | null
  /** Seconds without an answer until it is sent again; null if it is reversed instead, and for voids. */
  readonly repeatSeconds: number | null
}

/** Facts needed to interpret an answer. */
export interface Context {
  readonly brand: Brand | null
  readonly isAuthenticated: boolean
}

/** Reason of a reversal, its data element 39: no answer, or requested by the merchant. */
export type ReversalReason = '68' | '17'

export interface StoredRequest extends Omit<NewRequest, 'answerSeconds' | 'repeatSeconds'> {
  readonly state: RequestState
  readonly isOverdue: boolean
  readonly repeats: number
  readonly answer: Fields | null
  /** Null if none was requested. */
  readonly reversal: StoredReversal | null
}

export interface StoredReversal {
  readonly reason: ReversalReason
  /** Data element 11, equal in every repeat. */
  readonly stan: number
  /** Number of tries, including the current one. */
  readonly tries: number
  /** Data element 39 of the last answer; null before. */
  readonly code: string | null
}

export interface DueReversal extends StoredRequest {
  readonly reversal: StoredReversal
  /** Data element 7 of this try. */
  readonly at: Date
}

export interface Arrival {
  readonly attempt: AttemptId
  readonly answer: Fields
  readonly isApproved: boolean
  /** True for a wrong charge: of a part only, or too late. */
  readonly mustBeReversed: boolean
}

/** Memory of the connector, implemented by `store`; committed when a promise resolves, and before a message is sent. */
export interface AcquirerStore {
  nextTrace(terminal: TerminalId): Promise<TraceNumber>
  /** Records a request once per attempt. @returns true if this call did */
  record(request: NewRequest): Promise<boolean>
  /** Prevents an unrecorded attempt. @returns true if none was recorded */
  bar(attempt: AttemptId & { readonly providerAccountId: string }): Promise<boolean>
  find(attempt: AttemptId): Promise<StoredRequest | undefined>
  /** Finds the request of an unexpected answer by data elements 11, 7, 32 and 41. */
  findByTrace(terminal: TerminalId, stan: string, transmitted: string): Promise<StoredRequest | undefined>
  markUnsent(attempt: AttemptId): Promise<void>
  /** Stores the first answer. One after its reversal does not undo it, but restarts it if it had found nothing. */
  takeAnswer(arrival: Arrival): Promise<void>
  /** Stores a reversal, due immediately, unless there is one. */
  requestReversal(attempt: AttemptId, reason: ReversalReason): Promise<void>
  claimReversal(attempt: AttemptId): Promise<DueReversal | undefined>
  /** Claims due reversals, including those of unanswered requests. */
  claimDueReversals(limit: number): Promise<readonly DueReversal[]>
  /** A claimed reversal was not sent: it is due again after `seconds`, and the attempt does not count. */
  postponeReversal(attempt: AttemptId, seconds: number): Promise<void>
  claimDueRepeats(limit: number): Promise<readonly StoredRequest[]>
  /** A claimed request was not sent again: it is due again after `seconds`, and the attempt does not count. */
  postponeRepeat(attempt: AttemptId, seconds: number): Promise<void>
  /** Records the answer to a reversal. @param state of the request after it */
  endReversal(attempt: AttemptId, code: string, state: 'REVERSED' | 'REVERSING' | 'ANSWERED'): Promise<void>
  /** Records an unmatched answer for review by an operator. @param fields harmless ones only */
  noteStray(providerAccountId: string, type: string, fields: Fields): Promise<void>
}

/** Seals a card, bound to the attempt. */
export interface CardSeal {
  seal(card: Secret<string>, attemptId: string): Uint8Array
  open(sealed: Uint8Array, attemptId: string): Secret<string>
}
