import type { Transaction } from '#domain/transaction.ts'

/**
 * Where the browser goes once a full-page payment is over, followed verbatim
 * (docs/reference/authorize.md#return-addresses): approved and pending to `return_url`, declined and expired to
 * `error_url`, canceled to `cancel_url`; where only `return_url` is known, there; null where none is.
 */
export function returnAddressOf(transaction: Transaction): string | null {
  const { status, returnUrl, errorUrl, cancelUrl } = transaction
  if (status === 'APPROVED' || status === 'PENDING') return returnUrl
  if (status === 'CANCELED') return cancelUrl ?? returnUrl
  return errorUrl ?? returnUrl
}
