import type { ListEntry } from '#domain/list-entry.ts'
import type { NextStep } from '#domain/next-step.ts'
import { gatewayOutcome, type Transaction } from '#domain/transaction.ts'
import { countHit, findDecidingEntry } from '#store/rules/list-entries.ts'
import { type ConfigSnapshot, merchantTime } from '../config-cache.ts'
import type { Gateway } from '../gateway.ts'
import type { ActiveAttempt } from '../payment/attempt/active-attempt.ts'
import type { PreparedPayment } from '../payment/authorize/record-intent.ts'
import { finalize } from '../payment/outcome/finalize.ts'
import { matchedValues } from './list-values.ts'

/** The entry that decides a payment. */
export type DecidingEntry = Pick<ListEntry, 'id' | 'list'>

/**
 * Looks up whether a list decides a payment (docs/reference/lists.md#how-payments-are-judged): the block list before the
 * allow list. Payouts are not judged. Costs one statement, and none for merchants without entries.
 */
export async function judgeLists(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  { transaction, instrument }: Pick<PreparedPayment, 'transaction' | 'instrument'>,
): Promise<DecidingEntry | undefined> {
  const { merchant } = snapshot.config
  if (!merchant.usesLists || transaction.transactionType === 'PAYOUT') return undefined
  const values = matchedValues(gateway, transaction, instrument.kind === 'card' ? instrument.card : null)
  return findDecidingEntry(gateway.sql, merchant.merchantId, values, merchantTime(gateway, snapshot))
}

/** A payment with the entry that decides it. */
export function withListed<P extends Pick<PreparedPayment, 'transaction'>>(payment: P, entry?: DecidingEntry): P {
  if (!entry) return payment
  const decision = entry.list === 'block' ? 'BLOCK' : 'ALLOW'
  const risk = { decision, rule: null, version: 0, list: entry.id, matched: [], shadow: [] } as const
  const transaction: Transaction = { ...payment.transaction, data: { ...payment.transaction.data, risk } }
  return { ...payment, transaction }
}

const BLOCKED = gatewayOutcome('4100', 'The payment was declined.')

/**
 * Counts a recorded payment that an entry decided, and declines it if that is of the block list, before its shopper is
 * authenticated and before a provider hears of it.
 * @returns undefined if it may go on
 */
export async function declineListed(
  gateway: Gateway,
  { transaction, attemptId }: ActiveAttempt,
  entry: DecidingEntry | undefined,
): Promise<NextStep | undefined> {
  if (!entry) return undefined
  await countHit(gateway.sql, transaction.merchantId, entry.id)
  if (entry.list === 'allow') return undefined
  return finalize(gateway, transaction, BLOCKED, { expected: 'provider-answer', attemptId })
}
