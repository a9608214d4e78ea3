import type { AuthenticationSummary } from './authentication.ts'
import type { TransactionData } from './transaction-data.ts'

/** The record's `data` when the issuer has asked for an authentication: a challenge is mandated, no exemption is claimed. */
export function withoutExemption(data: TransactionData | null): TransactionData | null {
  if (!data?.threeDs) return data
  return { ...data, threeDs: { challenge: 'MANDATED', exemption: null } }
}

/** True if the issuer bears a fraud, false for the merchant, null without 3-D Secure (docs/reference/three-ds.md#liability). */
export function liabilityShiftOf(
  { status }: AuthenticationSummary,
  data: Pick<TransactionData, 'threeDs'> | null,
): boolean | null {
  if (status === null) return null
  return (status === 'Y' || status === 'A') && !data?.threeDs?.exemption
}
