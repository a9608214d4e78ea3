import type { Brand } from './brands.ts'
import type { Secret } from './secret.ts'

/** Ends of an authentication: EMV 3DS transStatus, from best to worst (docs/reference/three-ds.md#who-decides). */
export const FINAL_TRANS_STATUSES = ['Y', 'A', 'I', 'U', 'N', 'R'] as const

export type FinalTransStatus = (typeof FINAL_TRANS_STATUSES)[number]

/** The worse of two statuses. A report of a browser or caller can only worsen the server's record. */
export function worseOf(own: FinalTransStatus, reported: FinalTransStatus | null): FinalTransStatus {
  if (reported === null) return own
  const rank = (status: FinalTransStatus) => FINAL_TRANS_STATUSES.indexOf(status)
  return rank(reported) > rank(own) ? reported : own
}

export function statusesBetterThan(status: FinalTransStatus): FinalTransStatus[] {
  return FINAL_TRANS_STATUSES.slice(0, FINAL_TRANS_STATUSES.indexOf(status))
}

/** True if a transaction may proceed to its provider: Y, A and I may, U if the terminal allows it. */
export function allowsCharge(status: FinalTransStatus, allowUnauthenticated: boolean): boolean {
  if (status === 'U') return allowUnauthenticated
  return status === 'Y' || status === 'A' || status === 'I'
}

/** Result of an authentication for the provider. `value` is a cryptogram: memory only. */
export interface AuthenticationProof {
  readonly threeDsServerTransId: string
  readonly transStatus: FinalTransStatus
  readonly eci: string | null
  readonly authenticationValue: Secret<string> | null
  readonly dsTransId: string | null
  readonly messageVersion: string
}

/** EMV 3DS Requestor: facts of the shop, set by an operator as the acquirer registered them. */
export type Requestor = {
  readonly url: string
  /** At most 40 letters of ASCII. */
  readonly merchantName: string
  /** ISO 18245, four digits. */
  readonly merchantCategoryCode: string
  /** ISO 3166-1 alpha-2. */
  readonly merchantCountry: string
  readonly acquirer: Acquirer
  /** Acquirer or merchant numbers that differ by network. */
  readonly acquirerByNetwork: { readonly [Network in Brand]?: Acquirer }
}

/** Acquirer of the payment, as the networks' directory servers know it. */
export type Acquirer = {
  readonly bin: string
  readonly merchantId: string
}

/** Result of the shopper's authentication; both null without 3-D Secure. */
export interface AuthenticationSummary {
  readonly status: FinalTransStatus | null
  /** 1 frictionless, 2 challenge, null without 3DS (docs/reference/events.md#payload). */
  readonly level: 1 | 2 | null
}
