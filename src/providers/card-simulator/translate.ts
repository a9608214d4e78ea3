import { randomInt } from 'node:crypto'
import type { AuthenticationProof } from '#domain/authentication.ts'
import { PROCESSING_CODES, type ProcessingCode } from '#domain/processing-code.ts'
import { type Outcome, ownOutcome } from '#domain/transaction.ts'
import type { BookedAnswer, BookedCharge, ChargeState } from '../charge-book.ts'
import { lostAnswerOf, noticeDelayOf } from './faults.ts'
import type { Orders } from './orders.ts'
import { RESPONSE_CODES } from './response-codes.ts'

/** What is said about a charge once it has been taken back, and to one that comes after its reversal. */
export const REVERSED: BookedAnswer = settled(ownOutcome('1001', 'reversed'))

const NOT_AUTHENTICATED: BookedCharge = {
  state: 'REFUSED',
  answer: settled(ownOutcome('1000', 'not authenticated')),
}

/** What the bank writes into its book: a failed authentication declines, whatever the tester ordered. */
export function bookingOf(orders: Orders, proof: AuthenticationProof | null): BookedCharge {
  if (proof?.transStatus === 'N') return NOT_AUTHENTICATED
  const { state, given } = firstAnswer(orders)
  const concealed = lostAnswerOf(orders.fault)?.conceals ?? false
  return { state, answer: { given, final: finalAnswer(orders), concealed } }
}

function firstAnswer(orders: Orders): { state: ChargeState; given: BookedAnswer['given'] } {
  const step = orders.action ?? orders.redirect ?? orders.form
  if (step !== null) return { state: 'AWAITING_SHOPPER', given: { kind: 'shopper-step', step } }
  return lineFor(orders, noticeDelayOf(orders.fault) === undefined ? orderedCode(orders) : '1002')
}

function finalAnswer(orders: Orders): BookedAnswer['final'] {
  const { finalResponseCode, finalAfterSeconds } = orders
  if (finalResponseCode !== null && finalAfterSeconds !== null) {
    return { afterSeconds: finalAfterSeconds, ...lineFor(orders, RESPONSE_CODES[finalResponseCode]) }
  }
  const afterSeconds = noticeDelayOf(orders.fault)
  return afterSeconds === undefined ? null : { afterSeconds, ...lineFor(orders, orderedCode(orders)) }
}

function orderedCode(orders: Orders): ProcessingCode {
  return RESPONSE_CODES[orders.responseCode ?? 'TRX_STATUS_APPROVED']
}

function lineFor(orders: Orders, code: ProcessingCode) {
  return { state: stateFor(code), given: { kind: 'outcome', outcome: outcomeOf(orders, code) } } as const
}

function stateFor(code: ProcessingCode): ChargeState {
  const states: Partial<Record<string, ChargeState>> = { APPROVED: 'CHARGED', PENDING: 'PENDING' }
  return states[PROCESSING_CODES[code].status] ?? 'REFUSED'
}

/** Texts default to `approved` for every outcome (specification, "Card simulator"); codes only for approved ones. */
function outcomeOf(orders: Orders, code: ProcessingCode): Outcome {
  const approved = code === '0000'
  return {
    code,
    responseMessage: orders.responseMessage ?? 'approved',
    approvalCode: orders.approvalCode ?? (approved ? randomDigits(6) : null),
    referenceNumber: orders.referenceNumber ?? (approved ? randomDigits(12) : null),
    providerResponseCode: orders.providerResponseCode ?? 'approved',
    providerResponseMessage: orders.providerResponseMessage ?? 'approved',
    checks: null,
  }
}

function settled(outcome: Outcome): BookedAnswer {
  return { given: { kind: 'outcome', outcome }, final: null, concealed: false }
}

/** ISO 8583 fields 38 and 37 have six and twelve places. */
function randomDigits(places: number): string {
  return String(randomInt(10 ** places)).padStart(places, '0')
}
