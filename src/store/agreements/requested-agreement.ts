import type { AgreementTerms, RequestedAgreement } from '#domain/agreement.ts'

/** A `RequestedAgreement` as a row stores it: the amount in digits, because JSON cannot hold every int64. */
export type StoredAgreement =
  | { readonly kind: 'new'; readonly terms: Omit<AgreementTerms, 'maxAmount'> & { readonly maxAmount: string | null } }
  | Extract<RequestedAgreement, { kind: 'existing' }>

export function toStoredAgreement(agreement: RequestedAgreement | null): StoredAgreement | null {
  if (agreement?.kind !== 'new') return agreement
  const { maxAmount } = agreement.terms
  return { kind: 'new', terms: { ...agreement.terms, maxAmount: maxAmount === null ? null : String(maxAmount) } }
}

export function requestedAgreementOf(stored: StoredAgreement | null): RequestedAgreement | null {
  if (stored?.kind !== 'new') return stored
  const { maxAmount } = stored.terms
  return { kind: 'new', terms: { ...stored.terms, maxAmount: maxAmount === null ? null : BigInt(maxAmount) } }
}
