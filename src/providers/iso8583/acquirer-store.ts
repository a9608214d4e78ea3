import type { Brand } from '#domain/card.ts'
import type { Secret } from '#domain/secret.ts'
import type { Fields } from './codec/message.ts'

/**
 * State of a request.
 *
 * - `SENT`: written down, and perhaps on its way; no answer yet
 * - `UNSENT`: it never left us
 * - `ANSWERED`: as `answer` says
 * - `REVERSING`: its reversal is stored, and repeated until the acquirer confirms it
 * - `REVERSED`: confirmed
 * - `BARRED`: reversed before it was sent, so it never is
 */
export type RequestState = 'SENT' | 'UNSENT' | 'ANSWERED' | 'REVERSING' | 'REVERSED' | 'BARRED'

/** A number from 1 to 999,999, and the moment it was issued: together they are unique on a terminal. */
export interface TraceNumber {
  readonly stan: number
  readonly at: Date
}

/** Whose numbers: data elements 32 and 41. */
export interface TerminalId {
  readonly acquirerId: string
  readonly terminalId: string
}

/** Whose attempt. */
export interface AttemptId {
  readonly merchantId: string
  readonly attemptId: string
}

/** A request before it is sent. */
export interface NewRequest extends AttemptId {
  readonly providerAccountId: string
  readonly type: string
  /** Those that may be stored in clear; the card is apart, and nothing else is kept. */
  readonly fields: Fields
  /** Number and expiry, sealed: reversals, captures and refunds name the card again. */
  readonly sealedCard: Uint8Array
  readonly context: Context
  /** After so long without an answer it is reversed; null of what is repeated until it is answered. */
  readonly answerSeconds: number | null
  /** After so long without an answer it is sent again; null of what is reversed, and of voids. */
  readonly repeatSeconds: number | null
}

/** What an answer is read by. */
export interface Context {
  readonly brand: Brand | null
  readonly isAuthenticated: boolean
}

/** Why a charge is reversed, data element 39 of its reversal: no answer came, or the merchant requested it. */
export type ReversalReason = '68' | '17'

export interface StoredRequest extends Omit<NewRequest, 'answerSeconds' | 'repeatSeconds'> {
  readonly state: RequestState
  /** It is late for an answer. */
  readonly isOverdue: boolean
  /** How often it was sent again. */
  readonly repeats: number
  readonly answer: Fields | null
  /** Null where none was asked for. */
  readonly reversal: StoredReversal | null
}

export interface StoredReversal {
  readonly reason: ReversalReason
  /** Data element 11, the same in every repeat. */
  readonly stan: number
  /** How often it was sent, this time included. */
  readonly tries: number
  /** Data element 39 of the last answer to it; null before. */
  readonly code: string | null
}

/** A reversal that is to be sent now. */
export interface DueReversal extends StoredRequest {
  readonly reversal: StoredReversal
  /** Data element 7 of this try. */
  readonly at: Date
}

/** What becomes of a request when its answer is written down. */
export interface Arrival {
  readonly attempt: AttemptId
  readonly answer: Fields
  readonly isApproved: boolean
  /** Something was charged that must not stand: of a part only, or too late. */
  readonly mustBeReversed: boolean
}

/** Memory of the connector, filled by the app from `store`; committed when a promise resolves, and before a message is sent. */
export interface AcquirerStore {
  nextTrace(terminal: TerminalId): Promise<TraceNumber>
  /** Writes a request down once per attempt. @returns whether it was this call */
  record(request: NewRequest): Promise<boolean>
  /** Makes sure that an attempt that was never recorded never is. @returns whether there was none */
  bar(attempt: AttemptId & { readonly providerAccountId: string }): Promise<boolean>
  find(attempt: AttemptId): Promise<StoredRequest | undefined>
  /** Whose request an answer belongs to that nobody waits for; by data elements 11, 7, 32 and 41. */
  findByTrace(terminal: TerminalId, stan: string, transmitted: string): Promise<StoredRequest | undefined>
  markUnsent(attempt: AttemptId): Promise<void>
  /** Keeps the first answer. One that comes after its reversal does not undo it, and starts it again where it had found nothing. */
  takeAnswer(arrival: Arrival): Promise<void>
  /** Stores a reversal, due at once, unless there is one. */
  requestReversal(attempt: AttemptId, reason: ReversalReason): Promise<void>
  /** Takes the one reversal, if it is due. */
  claimReversal(attempt: AttemptId): Promise<DueReversal | undefined>
  /** Takes reversals that are due, of requests that stayed without an answer too. */
  claimDueReversals(limit: number): Promise<readonly DueReversal[]>
  /** A claimed reversal was not sent: it is due again after `seconds`, and the attempt does not count. */
  postponeReversal(attempt: AttemptId, seconds: number): Promise<void>
  /** Takes requests that are to be sent again now, and counts that. */
  claimDueRepeats(limit: number): Promise<readonly StoredRequest[]>
  /** A claimed request was not sent again: it is due again after `seconds`, and the attempt does not count. */
  postponeRepeat(attempt: AttemptId, seconds: number): Promise<void>
  /** What the acquirer said to a reversal; `state` is where that leaves the request. */
  endReversal(attempt: AttemptId, code: string, state: 'REVERSED' | 'REVERSING' | 'ANSWERED'): Promise<void>
  /** An answer that belongs to nothing: an operator has to review it. Fields from a list of harmless ones. */
  noteStray(providerAccountId: string, type: string, fields: Fields): Promise<void>
}

/** Seals what is kept of a card; bound to the attempt. */
export interface CardSeal {
  seal(card: Secret<string>, attemptId: string): Uint8Array
  open(sealed: Uint8Array, attemptId: string): Secret<string>
}
