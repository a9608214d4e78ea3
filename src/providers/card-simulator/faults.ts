import { UnknownOutcome } from '../provider.ts'
import { silence } from './line.ts'

/** What goes wrong between us and the bank: whether it still books the charge, and how its answer gets lost. */
export interface Fault {
  readonly books: boolean
  /** Inquiries do not find the charge either. */
  readonly conceals: boolean
  /** Throws `UnknownOutcome`, now or when the caller gives up. */
  lose(signal: AbortSignal): Promise<never>
}

/** Values of `metadata.simulate_fault` and of an account's `settings.fault` (contract section 5, "Unknown outcomes"). */
export const FAULTS = {
  timeout_before_charge: { books: false, conceals: false, lose: silence },
  timeout_after_charge: { books: true, conceals: false, lose: silence },
  connection_reset: { books: true, conceals: false, lose: reset },
  garbage_answer: { books: true, conceals: false, lose: garble },
  inquiry_not_found: { books: true, conceals: true, lose: reset },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS

async function reset(): Promise<never> {
  throw new UnknownOutcome('The card simulator closed the connection before it answered.')
}

async function garble(): Promise<never> {
  throw new UnknownOutcome('The card simulator answered with something that is not an answer.')
}
