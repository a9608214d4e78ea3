import { UnknownOutcome } from '../provider.ts'
import { silence } from './line.ts'

/** The bank's answer gets lost: whether it still books the charge, and how we learn nothing. */
interface LostAnswer {
  readonly books: boolean
  /** Inquiries do not find the charge either. */
  readonly conceals: boolean
  /** Throws `UnknownOutcome`, now or when the caller gives up. */
  lose(signal: AbortSignal): Promise<never>
}

/** The ways an answer gets lost. */
const LOST_ANSWERS = {
  timeout_before_charge: { books: false, conceals: false, lose: silence },
  timeout_after_charge: { books: true, conceals: false, lose: silence },
  connection_reset: { books: true, conceals: false, lose: reset },
  garbage_answer: { books: true, conceals: false, lose: garble },
  inquiry_not_found: { books: true, conceals: true, lose: reset },
} as const satisfies Record<string, LostAnswer>

/** The bank answers "pending" and confirms so many seconds later, as often as it is asked. */
const NOTICES = { duplicate_notice: 0, late_notice: 5 } as const

export type FaultName = keyof typeof LOST_ANSWERS | keyof typeof NOTICES

/** Values of `metadata.simulate_fault` and of an account's `settings.fault` (contract section 5, "Unknown outcomes"). */
export const FAULT_NAMES = Object.keys({ ...LOST_ANSWERS, ...NOTICES }) as FaultName[]

export function lostAnswerOf(fault: FaultName | null): LostAnswer | undefined {
  return (LOST_ANSWERS as Partial<Record<string, LostAnswer>>)[fault ?? '']
}

/** Seconds until the bank confirms what it first called pending; undefined where it answers at once. */
export function noticeDelayOf(fault: FaultName | null): number | undefined {
  return (NOTICES as Partial<Record<string, number>>)[fault ?? '']
}

async function reset(): Promise<never> {
  throw new UnknownOutcome('The card simulator closed the connection before it answered.')
}

async function garble(): Promise<never> {
  throw new UnknownOutcome('The card simulator answered with something that is not an answer.')
}
