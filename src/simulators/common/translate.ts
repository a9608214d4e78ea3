import { randomInt } from 'node:crypto'
import { PROCESSING_CODES, type ProcessingCode } from '#domain/processing-code.ts'
import { gatewayOutcome, type Outcome, type ShopperStep } from '#domain/transaction.ts'
import type { CardChecks } from '#domain/transaction-data.ts'
import type { Directives } from './directives.ts'
import { confirmationOf, LATE_FAILURE_SECONDS, lostAnswerOf } from './faults.ts'
import { RESPONSE_CODES } from './response-codes.ts'
import type { ChargeState, OutcomeTexts, SimulatedAnswer, SimulatedCharge } from './simulated-charges.ts'

const ONE_AT_ONCE = { copies: 1, delaySeconds: 0, isForgedFirst: false }

/** Answer about a reversed charge, and to one after its reversal. */
export const REVERSED: SimulatedAnswer = finalAnswer(gatewayOutcome('1001', 'reversed'))

/** A refusal that no directive overrides. */
export function refused(code: ProcessingCode, responseMessage: string): SimulatedCharge {
  return { state: 'REFUSED', answer: finalAnswer(gatewayOutcome(code, responseMessage)) }
}

export function softDecline(responseMessage: string): SimulatedCharge {
  const given = { kind: 'authentication-required', outcome: gatewayOutcome('1000', responseMessage) } as const
  return { state: 'REFUSED', answer: { ...finalAnswer(given.outcome), given } }
}

export function immediateCharge(directives: Directives, checks: CardChecks | null = null): SimulatedCharge {
  const ordered = RESPONSE_CODES[directives.responseCode ?? 'TRX_STATUS_APPROVED']
  const confirmation = confirmationOf(directives.fault)
  const line = (code: ProcessingCode) => lineFor(textsOf(directives), code, checks)
  const confirmed = confirmation && { afterSeconds: confirmation.confirmsAfterSeconds, ...line(ordered) }
  const { state, given } = line(confirmation ? '1002' : ordered)
  const { copies, isForgedFirst } = confirmation ?? ONE_AT_ONCE
  const notices = { ...ONE_AT_ONCE, copies, isForgedFirst }
  const final = finalDirected(directives, checks) ?? confirmed ?? null
  return { state, answer: { given, final, ...toldLater(directives), notices } }
}

/** Outgoing money, which may be returned if the tester requested it. */
export function outgoingCharge(directives: Directives): SimulatedCharge {
  const { state, answer } = immediateCharge(directives)
  if (directives.fault !== 'taken_back') return { state, answer }
  const returned = lineFor(textsOf(directives), '1000', null, 'returned')
  return {
    state,
    answer: { ...answer, final: { afterSeconds: LATE_FAILURE_SECONDS, takesBack: true, ...returned } },
  }
}

/** Charge that waits for the shopper's step, or for the end that the tester requested. */
export function awaitingShopper(
  directives: Directives,
  step: ShopperStep,
  checks: CardChecks | null = null,
): SimulatedCharge {
  const { copies, delaySeconds, isForgedFirst } = confirmationOf(directives.fault) ?? ONE_AT_ONCE
  const answer: SimulatedAnswer = {
    given: { kind: 'shopper-step', step },
    final: finalDirected(directives, checks),
    ...toldLater(directives),
    notices: { copies, delaySeconds, isForgedFirst },
  }
  return { state: 'AWAITING_SHOPPER', answer }
}

/** Ledger entry of an outcome: the charge's state and its answer. */
export function lineFor(texts: OutcomeTexts, code: ProcessingCode, checks: CardChecks | null, word = 'approved') {
  const given = { kind: 'outcome', outcome: outcomeOf(texts, code, checks, word) } as const
  return { state: stateFor(code), given }
}

export function textsOf(directives: Directives): OutcomeTexts {
  const { responseMessage, approvalCode, referenceNumber, providerResponseCode, providerResponseMessage } = directives
  return { responseMessage, approvalCode, referenceNumber, providerResponseCode, providerResponseMessage }
}

function finalDirected(directives: Directives, checks: CardChecks | null): SimulatedAnswer['final'] {
  const { finalResponseCode, finalAfterSeconds } = directives
  if (finalResponseCode === null || finalAfterSeconds === null) return null
  return { afterSeconds: finalAfterSeconds, ...lineFor(textsOf(directives), RESPONSE_CODES[finalResponseCode], checks) }
}

function toldLater(directives: Directives) {
  const { conceals = false, namesLate = false } = lostAnswerOf(directives.fault) ?? {}
  return { concealed: conceals, namesLate }
}

function stateFor(code: ProcessingCode): ChargeState {
  const states: Partial<Record<string, ChargeState>> = { APPROVED: 'CHARGED', PENDING: 'PENDING' }
  return states[PROCESSING_CODES[code].status] ?? 'REFUSED'
}

/** Approved outcomes have codes; texts default to one word (docs/reference/simulators.md#metadata). */
function outcomeOf(texts: OutcomeTexts, code: ProcessingCode, checks: CardChecks | null, word: string): Outcome {
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

function finalAnswer(outcome: Outcome): SimulatedAnswer {
  return { given: { kind: 'outcome', outcome }, final: null, concealed: false, namesLate: false, notices: ONE_AT_ONCE }
}

/** ISO 8583 fields 38 and 37 have six and twelve digits. */
function randomDigits(places: number): string {
  return String(randomInt(10 ** places)).padStart(places, '0')
}
