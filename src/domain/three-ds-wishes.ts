import type { AuthenticationSummary } from './authentication.ts'
import type { TransactionData } from './transaction-data.ts'

/** What a merchant may want of the issuer: a challenge or none. */
export const CHALLENGES = ['NO_PREFERENCE', 'NOT_WANTED', 'PREFERRED', 'MANDATED'] as const

/** Exemptions from strong customer authentication that a terminal may claim. */
export const EXEMPTIONS = ['LOW_VALUE', 'TRANSACTION_RISK', 'TRUSTED_BENEFICIARY', 'SECURE_CORPORATE'] as const

export type Exemption = (typeof EXEMPTIONS)[number]

/** Wishes of a payment for its 3-D Secure (docs/reference/three-ds.md#wishes). */
export interface ThreeDsWishes {
  readonly challenge: (typeof CHALLENGES)[number] | null
  readonly exemption: Exemption | null
}

/** The record's `data` when the issuer has asked for an authentication: a challenge is mandated, no exemption is claimed. */
export function withoutExemption(data: TransactionData | null): TransactionData | null {
  if (!data?.threeDs) return data
  return { ...data, threeDs: { challenge: 'MANDATED', exemption: null } }
}

/**
 * Says who bears a fraud: true for the issuer, false for the merchant, null without 3-D Secure
 * (docs/reference/three-ds.md#liability).
 */
export function liabilityShiftOf(
  { status }: AuthenticationSummary,
  data: Pick<TransactionData, 'threeDs'> | null,
): boolean | null {
  if (status === null) return null
  return (status === 'Y' || status === 'A') && !data?.threeDs?.exemption
}
