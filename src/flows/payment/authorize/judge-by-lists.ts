import type { Merchant } from '#domain/merchant.ts'
import { type Facts, factsOf } from '#domain/rules/facts.ts'
import type { RiskData } from '#domain/rules/rule.ts'
import { countHit, findDecidingEntry } from '#store/rules/list-entries.ts'
import { type ConfigSnapshot, merchantTime } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import { matchedValues } from './list-values.ts'
import type { PreparedPayment } from './record-intent.ts'

export interface ListedPayment {
  readonly risk: RiskData
  /** Counts the payment at its entry, once its intent is recorded. */
  readonly countHit: () => Promise<void>
}

/**
 * Judges a payment by its merchant's block list, then by the allow list
 * (docs/reference/lists.md#how-payments-are-judged). One statement, none without entries. Payouts are not judged.
 * @returns undefined if no entry matches; the risk rules decide then
 */
export async function judgeByLists(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  method: string,
  { transaction, instrument }: PreparedPayment,
): Promise<ListedPayment | undefined> {
  const { merchant } = snapshot.config
  if (!merchant.usesLists || transaction.transactionType === 'PAYOUT') return undefined
  const now = merchantTime(gateway, snapshot)
  const card = instrument.kind === 'card' ? instrument.card : null
  const facts = factsOf({ payment: transaction, method, card, timeZone: merchant.timeZone, now })
  const risk = await riskByLists(gateway, merchant, snapshot.rules.risk.version, facts, now)
  if (!risk) return undefined
  return { risk, countHit: () => countHit(gateway.sql, merchant.merchantId, risk.list) }
}

/** @param version of the merchant's risk rules @param now by the merchant's clock @returns undefined if no entry matches */
export async function riskByLists(
  gateway: Gateway,
  { merchantId, usesLists }: Merchant,
  version: number,
  facts: Facts,
  now: Date,
): Promise<(RiskData & { readonly list: string }) | undefined> {
  const values = usesLists ? matchedValues(gateway, merchantId, facts) : []
  const entry = values.length === 0 ? undefined : await findDecidingEntry(gateway.sql, merchantId, values, now)
  if (!entry) return undefined
  const decision = entry.list === 'block' ? 'BLOCK' : 'ALLOW'
  return { decision, rule: null, version, list: entry.id, matched: [], shadow: [] }
}
