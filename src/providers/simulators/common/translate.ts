import { randomInt } from 'node:crypto'
import { PROCESSING_CODES, type ProcessingCode } from '#domain/processing-code.ts'
import { type Outcome, ownOutcome, type ShopperStep } from '#domain/transaction.ts'
import type { CardChecks } from '#domain/transaction-data.ts'
import type { Orders } from './directives.ts'
import { confirmationOf, lostAnswerOf } from './faults.ts'
import { RESPONSE_CODES } from './response-codes.ts'
import type { BookedAnswer, BookedCharge, ChargeState, SaidTexts } from './simulated-charges.ts'

const ONE_AT_ONCE = { copies: 1, delaySeconds: 0 }

/** What is said about a charge once it has been taken back, and to one that comes after its reversal. */
export const REVERSED: BookedAnswer = settled(ownOutcome('1001', 'reversed'))

/** A refusal that no tester can order away. */
export function refused(code: ProcessingCode, responseMessage: string): BookedCharge {
  return { state: 'REFUSED', answer: settled(ownOutcome(code, responseMessage)) }
}

/** An issuer that wants the cardholder to authenticate first. */
export function softDecline(responseMessage: string): BookedCharge {
  const given = { kind: 'authentication-required', outcome: ownOutcome('1000', responseMessage) } as const
  return { state: 'REFUSED', answer: { ...settled(given.outcome), given } }
}

/** A charge that is answered at once, as the tester ordered: approved unless told otherwise. */
export function answeredAtOnce(orders: Orders, checks: CardChecks | null = null): BookedCharge {
  const ordered = RESPONSE_CODES[orders.responseCode ?? 'TRX_STATUS_APPROVED']
  const confirmation = confirmationOf(orders.fault)
  const line = (code: ProcessingCode) => lineFor(textsOf(orders), code, checks)
  const confirmed = confirmation && { afterSeconds: confirmation.confirmsAfterSeconds, ...line(ordered) }
  const { state, given } = line(confirmation ? '1002' : ordered)
  const notices = { ...ONE_AT_ONCE, copies: confirmation?.copies ?? 1 }
  const final = finalOrdered(orders, checks) ?? confirmed ?? null
  return { state, answer: { given, final, concealed: isConcealed(orders), notices } }
}

/** A charge that waits until the shopper did what the step asks for, or until the end the tester ordered. */
export function awaitingShopper(orders: Orders, step: ShopperStep, checks: CardChecks | null = null): BookedCharge {
  const { copies, delaySeconds } = confirmationOf(orders.fault) ?? ONE_AT_ONCE
  const answer: BookedAnswer = {
    given: { kind: 'shopper-step', step },
    final: finalOrdered(orders, checks),
    concealed: isConcealed(orders),
    notices: { copies, delaySeconds },
  }
  return { state: 'AWAITING_SHOPPER', answer }
}

/** What stands in the book for an outcome: the charge's state and what is said about it. */
export function lineFor(texts: SaidTexts, code: ProcessingCode, checks: CardChecks | null, word = 'approved') {
  const given = { kind: 'outcome', outcome: outcomeOf(texts, code, checks, word) } as const
  return { state: stateFor(code), given }
}

/** The texts a tester ordered for whatever the outcome will be. */
export function textsOf(orders: Orders): SaidTexts {
  const { responseMessage, approvalCode, referenceNumber, providerResponseCode, providerResponseMessage } = orders
  return { responseMessage, approvalCode, referenceNumber, providerResponseCode, providerResponseMessage }
}

function finalOrdered(orders: Orders, checks: CardChecks | null): BookedAnswer['final'] {
  const { finalResponseCode, finalAfterSeconds } = orders
  if (finalResponseCode === null || finalAfterSeconds === null) return null
  return { afterSeconds: finalAfterSeconds, ...lineFor(textsOf(orders), RESPONSE_CODES[finalResponseCode], checks) }
}

function isConcealed(orders: Orders): boolean {
  return lostAnswerOf(orders.fault)?.conceals ?? false
}

function stateFor(code: ProcessingCode): ChargeState {
  const states: Partial<Record<string, ChargeState>> = { APPROVED: 'CHARGED', PENDING: 'PENDING' }
  return states[PROCESSING_CODES[code].status] ?? 'REFUSED'
}

/** Codes are given for approved outcomes only; texts default to one word (specification, "Card simulator"). */
function outcomeOf(texts: SaidTexts, code: ProcessingCode, checks: CardChecks | null, word: string): Outcome {
  const approved = code === '0000'
  return {
    code,
    responseMessage: texts.responseMessage ?? word,
    approvalCode: texts.approvalCode ?? (approved ? randomDigits(6) : null),
    referenceNumber: texts.referenceNumber ?? (approved ? randomDigits(12) : null),
    providerResponseCode: texts.providerResponseCode ?? word,
    providerResponseMessage: texts.providerResponseMessage ?? word,
    checks,
  }
}

function settled(outcome: Outcome): BookedAnswer {
  return { given: { kind: 'outcome', outcome }, final: null, concealed: false, notices: ONE_AT_ONCE }
}

/** ISO 8583 fields 38 and 37 have six and twelve places. */
function randomDigits(places: number): string {
  return String(randomInt(10 ** places)).padStart(places, '0')
}
