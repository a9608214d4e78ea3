import type { Awaiting, Transaction } from './transaction.ts'

const AWAITED = {
  'provider-answer': 'provider',
  authentication: 'authentication',
  shopper: 'shopper',
  confirmation: 'confirmation',
  recovery: 'recovery',
} as const satisfies Record<Awaiting, string>

export type Awaited = (typeof AWAITED)[Awaiting]

export const AWAITED_NAMES: readonly Awaited[] = Object.values(AWAITED)

/** Event that a transaction waits for; null once it is final (docs/reference/statuses.md#kinds-of-pending). */
export function awaitedOf({ status, awaiting }: Pick<Transaction, 'status' | 'awaiting'>): Awaited | null {
  return status === 'PENDING' && awaiting !== null ? AWAITED[awaiting] : null
}
