import { countHit, findDecidingEntry } from '#store/rules/list-entries.ts'
import { type ConfigSnapshot, merchantTime } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import type { JudgedPayment } from './judge-risk.ts'
import { matchedValues } from './list-values.ts'
import type { PreparedPayment } from './record-intent.ts'

/** A payment that a list entry decides. */
export interface ListedPayment extends JudgedPayment {
  /** Counts the payment at its entry, once its intent is recorded. */
  readonly countHit: () => Promise<void>
}

/**
 * Judges a payment by its merchant's block list, then by the allow list (docs/reference/lists.md#how-payments-are-judged).
 * Costs one statement, and none for merchants without entries. Payouts are not judged.
 * @returns undefined if no entry matches; the risk rules decide then
 */
export async function judgeByLists(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  { transaction, instrument }: PreparedPayment,
): Promise<ListedPayment | undefined> {
  const { merchantId, usesLists } = snapshot.config.merchant
  if (!usesLists || transaction.transactionType === 'PAYOUT') return undefined
  const values = matchedValues(gateway, transaction, instrument.kind === 'card' ? instrument.card : null)
  const entry = await findDecidingEntry(gateway.sql, merchantId, values, merchantTime(gateway, snapshot))
  if (!entry) return undefined
  const isBlocked = entry.list === 'block'
  const { version } = snapshot.rules.risk
  const decision = isBlocked ? 'BLOCK' : 'ALLOW'
  const risk = { decision, rule: null, version, list: entry.id, matched: [], shadow: [] } as const
  return {
    intent: { transaction: { ...transaction, data: { ...transaction.data, risk } } },
    block: isBlocked ? '4100' : null,
    countHit: () => countHit(gateway.sql, merchantId, entry.id),
    keepCount: () => {},
    [Symbol.asyncDispose]: async () => {},
  }
}
