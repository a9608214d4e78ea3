import { UnknownOutcome } from '#providers/port/provider.ts'
import { neverAnswer } from './unreliable-call.ts'

/** Lost answer: whether the provider records the charge, and how we learn nothing. */
interface LostAnswer {
  readonly records: boolean
  /** Inquiries do not find the charge either. */
  readonly conceals: boolean
  /** Only an inquiry returns the bank's reference. */
  readonly namesLate: boolean
  /** Throws `UnknownOutcome`, immediately or at the timeout. */
  lose(signal: AbortSignal): Promise<never>
}

const LOST_ANSWERS = {
  timeout_before_charge: { records: false, conceals: false, namesLate: false, lose: neverAnswer },
  timeout_after_charge: { records: true, conceals: false, namesLate: false, lose: neverAnswer },
  connection_reset: { records: true, conceals: false, namesLate: false, lose: reset },
  garbage_answer: { records: true, conceals: false, namesLate: false, lose: garble },
  inquiry_not_found: { records: true, conceals: true, namesLate: false, lose: reset },
  late_reference: { records: true, conceals: false, namesLate: true, lose: reset },
} as const satisfies Record<string, LostAnswer>

/** Provider that confirms by notice only, and its reliability. */
interface Confirmation {
  /** Seconds of "pending" before the outcome. */
  readonly confirmsAfterSeconds: number
  readonly copies: number
  /** Delay of its notice after the shopper's choice, in seconds. */
  readonly delaySeconds: number
  readonly answersAfterMs: number
  /** A forged notice comes before the right one. */
  readonly isForgedFirst: boolean
}

const PENDING_FIRST: Confirmation = {
  confirmsAfterSeconds: 1,
  copies: 1,
  delaySeconds: 0,
  answersAfterMs: 0,
  isForgedFirst: false,
}

/** Faults of notices. Our own first inquiry comes after a second, so that either may be first. */
const CONFIRMATIONS = {
  duplicate_notice: { ...PENDING_FIRST, copies: 2 },
  late_notice: { ...PENDING_FIRST, confirmsAfterSeconds: 5, delaySeconds: 5 },
  forged_notice: { ...PENDING_FIRST, isForgedFirst: true },
  notice_before_answer: { ...PENDING_FIRST, confirmsAfterSeconds: 0, answersAfterMs: 2000 },
} as const satisfies Record<string, Confirmation>

/** Returned money: an approved refund or payout is declined after all, so many seconds later. */
export const LATE_FAILURE_SECONDS = 2

export type FaultName = keyof typeof LOST_ANSWERS | keyof typeof CONFIRMATIONS | 'taken_back'

/** Values of `metadata.simulate_fault` and of an account's `settings.fault` (docs/reference/simulators.md#faults). */
export const FAULT_NAMES = [...Object.keys({ ...LOST_ANSWERS, ...CONFIRMATIONS }), 'taken_back'] as FaultName[]

export function lostAnswerOf(fault: FaultName | null): LostAnswer | undefined {
  return (LOST_ANSWERS as Partial<Record<string, LostAnswer>>)[fault ?? '']
}

export function confirmationOf(fault: FaultName | null): Confirmation | undefined {
  return (CONFIRMATIONS as Partial<Record<string, Confirmation>>)[fault ?? '']
}

async function reset(): Promise<never> {
  throw new UnknownOutcome('The simulator closed the connection before it answered.')
}

async function garble(): Promise<never> {
  throw new UnknownOutcome('The simulator answered with something that is not an answer.')
}
