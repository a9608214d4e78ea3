import type { AuthenticationSummary } from './authentication.ts'
import type { TransactionData } from './transaction-data.ts'

/** Record's `data` after the issuer required authentication: a challenge is mandated, no exemption is claimed. */
export function withoutExemption(data: TransactionData | null): TransactionData | null {
  if (!data?.threeDs) return data
  return { ...data, threeDs: { challenge: 'MANDATED', exemption: null } }
}

/** True: the issuer is liable for fraud; false: the merchant; null: no 3-D Secure (docs/reference/three-ds.md#liability). */
export function liabilityShiftOf(
  { status }: AuthenticationSummary,
  data: Pick<TransactionData, 'threeDs'> | null,
): boolean | null {
  if (status === null) return null
  return (status === 'Y' || status === 'A') && !data?.threeDs?.exemption
}
