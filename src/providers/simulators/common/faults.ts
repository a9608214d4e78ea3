import { UnknownOutcome } from '../../provider.ts'
import { silence } from './line.ts'

/** The provider's answer gets lost: whether it still ledgers the charge, and how we learn nothing. */
interface LostAnswer {
  readonly records: boolean
  /** Inquiries do not find the charge either. */
  readonly conceals: boolean
  /** Throws `UnknownOutcome`, now or when the caller gives up. */
  lose(signal: AbortSignal): Promise<never>
}

/** The ways an answer gets lost. */
const LOST_ANSWERS = {
  timeout_before_charge: { records: false, conceals: false, lose: silence },
  timeout_after_charge: { records: true, conceals: false, lose: silence },
  connection_reset: { records: true, conceals: false, lose: reset },
  garbage_answer: { records: true, conceals: false, lose: garble },
  inquiry_not_found: { records: true, conceals: true, lose: reset },
} as const satisfies Record<string, LostAnswer>

/** A provider that confirms by notice only, and how well it keeps to that. */
interface Confirmation {
  /** Seconds it calls "pending" what it could have answered at once. */
  readonly confirmsAfterSeconds: number
  /** How many notices it sends at once. */
  readonly copies: number
  /** Seconds by which its notice comes after the shopper's choice. */
  readonly delaySeconds: number
}

/** The ways notices go wrong. The first look of our own comes after a second, so that either may be first. */
const CONFIRMATIONS = {
  duplicate_notice: { confirmsAfterSeconds: 1, copies: 2, delaySeconds: 0 },
  late_notice: { confirmsAfterSeconds: 5, copies: 1, delaySeconds: 5 },
} as const satisfies Record<string, Confirmation>

export type FaultName = keyof typeof LOST_ANSWERS | keyof typeof CONFIRMATIONS

/** Values of `metadata.simulate_fault` and of an account's `settings.fault` (docs/reference/simulators.md#faults). */
export const FAULT_NAMES = Object.keys({ ...LOST_ANSWERS, ...CONFIRMATIONS }) as FaultName[]

export function lostAnswerOf(fault: FaultName | null): LostAnswer | undefined {
  return (LOST_ANSWERS as Partial<Record<string, LostAnswer>>)[fault ?? '']
}

/** How a provider confirms later; undefined where it answers at once. */
export function confirmationOf(fault: FaultName | null): Confirmation | undefined {
  return (CONFIRMATIONS as Partial<Record<string, Confirmation>>)[fault ?? '']
}

async function reset(): Promise<never> {
  throw new UnknownOutcome('The simulator closed the connection before it answered.')
}

async function garble(): Promise<never> {
  throw new UnknownOutcome('The simulator answered with something that is not an answer.')
}
