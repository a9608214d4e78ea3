import type { AgreementTerms, RequestedAgreement } from '#domain/agreement.ts'
import { parseExactly } from '#domain/exact-json.ts'
import type { KeptJson } from '#domain/kept-text.ts'

/** A `RequestedAgreement` as a row stores it: the amount in digits, because JSON cannot hold every int64. */
type StoredAgreement =
  | { readonly kind: 'new'; readonly terms: Omit<AgreementTerms, 'maxAmount'> & { readonly maxAmount: string | null } }
  | Extract<RequestedAgreement, { kind: 'existing' }>

/** An order as its row is read: metadata is text, so that its numbers stay as they were written. */
export type OrderRow<T> = Omit<T, 'metadata' | 'agreement'> & {
  readonly metadata: string | null
  readonly agreement: StoredAgreement | null
}

export function toStoredAgreement(agreement: RequestedAgreement | null): StoredAgreement | null {
  if (agreement?.kind !== 'new') return agreement
  const { maxAmount } = agreement.terms
  return { kind: 'new', terms: { ...agreement.terms, maxAmount: maxAmount === null ? null : String(maxAmount) } }
}

export function readOrder({ metadata, agreement }: OrderRow<unknown>) {
  return {
    metadata: metadata === null ? null : (parseExactly(metadata) as KeptJson),
    agreement: toRequestedAgreement(agreement),
  }
}

function toRequestedAgreement(stored: StoredAgreement | null): RequestedAgreement | null {
  if (stored?.kind !== 'new') return stored
  const { maxAmount } = stored.terms
  return { kind: 'new', terms: { ...stored.terms, maxAmount: maxAmount === null ? null : BigInt(maxAmount) } }
}
