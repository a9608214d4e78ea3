import type { FinalTransStatus } from '#domain/authentication.ts'

export interface SimulatedFlow {
  /** `delayed` calls the notification after the 5 s that browsers wait. */
  readonly method: 'none' | 'prompt' | 'delayed'
  readonly challenge: boolean
  /** Status unless `authentication_simulator.transStatus` or the challenge page sets another. */
  readonly transStatus: FinalTransStatus
  /** For the tester at a simulator page. */
  readonly summary: string
}

/** `simulated_flow` (docs/reference/simulators.md#flows-of-3-d-secure); null is a card that is not enrolled. */
const FLOWS: Readonly<Record<string, SimulatedFlow | null>> = {
  VERSIONING_NOT_ENROLLED: null,
  VERSIONING_FINGERPRINT_Y_CHALLENGE: {
    method: 'prompt',
    challenge: true,
    transStatus: 'Y',
    summary: 'Fingerprint, then a challenge',
  },
  VERSIONING_FINGERPRINT_TIMEOUT_CHALLENGE: {
    method: 'delayed',
    challenge: true,
    transStatus: 'Y',
    summary: 'The fingerprint times out, then a challenge',
  },
  VERSIONING_FINGERPRINT_TIMEOUT_FRICTIONLESS: {
    method: 'delayed',
    challenge: false,
    transStatus: 'A',
    summary: 'The fingerprint times out, then no challenge',
  },
  VERSIONING_FINGERPRINT_N_CHALLENGE: {
    method: 'none',
    challenge: true,
    transStatus: 'Y',
    summary: 'No fingerprint, a challenge',
  },
  VERSIONING_FINGERPRINT_N_FRICTIONLESS: {
    method: 'none',
    challenge: false,
    transStatus: 'N',
    summary: 'No fingerprint, no challenge, refused',
  },
  VERSIONING_FINGERPRINT_A_FRICTIONLESS: {
    method: 'none',
    challenge: false,
    transStatus: 'A',
    summary: 'No fingerprint, no challenge, attempted',
  },
}

export const FLOW_NAMES = Object.keys(FLOWS)

export const CHALLENGE_FLOWS = FLOW_NAMES.filter((name) => FLOWS[name]?.challenge)

export const DEFAULT_FLOW = 'VERSIONING_FINGERPRINT_Y_CHALLENGE'

/** Flow by name; null is a card that is not enrolled. */
export function flowOf(name: string): SimulatedFlow | null {
  return FLOWS[name] ?? null
}
