import type { StatusAnswer, Transaction } from './schema.ts'

export type Status = Transaction['status']

/** Cause of a pending record: a step of the shopper, or a provider that answers or confirms. */
export type Awaited = NonNullable<Transaction['awaiting']>

/** Response of `GET /api/transactions/{id}/status`. */
export type TransactionStatus = StatusAnswer &
  ({ readonly found: true; readonly transaction: Transaction } | { readonly found: false; readonly transaction: null })

/** One page of a list; `next_cursor` is null on the last. */
export interface List<T> {
  readonly items: readonly T[]
  readonly next_cursor: string | null
}
