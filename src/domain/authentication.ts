import type { Secret } from './secret.ts'

/**
 * How an authentication may end: the letters of EMV 3DS transStatus, from best to worst
 * (docs/reference/three-ds.md#who-decides).
 */
export const FINAL_TRANS_STATUSES = ['Y', 'A', 'I', 'U', 'N', 'R'] as const

export type FinalTransStatus = (typeof FINAL_TRANS_STATUSES)[number]

/** The worse of two statuses. What a browser or a caller reports can only worsen the server's own record. */
export function worseOf(own: FinalTransStatus, reported: FinalTransStatus | null): FinalTransStatus {
  if (reported === null) return own
  const rank = (status: FinalTransStatus) => FINAL_TRANS_STATUSES.indexOf(status)
  return rank(reported) > rank(own) ? reported : own
}

/** Every status that is better than this one. */
export function betterThan(status: FinalTransStatus): FinalTransStatus[] {
  return FINAL_TRANS_STATUSES.slice(0, FINAL_TRANS_STATUSES.indexOf(status))
}

/** Whether a transaction may go on to its provider: Y, A and I do, U where the terminal admits it. */
export function admits(status: FinalTransStatus, allowUnauthenticated: boolean): boolean {
  if (status === 'U') return allowUnauthenticated
  return status === 'Y' || status === 'A' || status === 'I'
}

/** What the provider is told of a finished authentication. The value is a cryptogram: memory only. */
export interface AuthenticationProof {
  readonly threeDsServerTransId: string
  readonly transStatus: FinalTransStatus
  readonly eci: string | null
  readonly authenticationValue: Secret<string> | null
  readonly dsTransId: string | null
  readonly messageVersion: string
}
