import type { KeptJson } from '#domain/kept-text.ts'
import type { Transaction } from '#domain/transaction.ts'
import { EventPayload } from '#interface/events/processed.ts'

/** Exact JSON text of every delivery (docs/reference/events.md#payload). @param parentMetadata of a follow-up */
export function transactionProcessed(transaction: Transaction, parentMetadata: KeptJson | null = null): string {
  return JSON.stringify({
    event: 'transaction.processed',
    payload: EventPayload.of({ ...transaction, parentMetadata }),
  })
}
