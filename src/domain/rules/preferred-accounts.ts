import { hash } from 'node:crypto'
import { calculateFee } from '../fees.ts'
import type { ProviderAccount } from '../merchant.ts'
import type { OriginalType } from '../transaction-type.ts'
import type { Consequence, WeightedAccount } from './rule.ts'

interface Routed {
  readonly orderId: string
  readonly transactionType: OriginalType
  readonly amount: bigint
}

/** Preferred accounts (docs/reference/routing-rules.md#what-a-rule-says). @param able in the terminal's order */
export function preferredAccounts(then: Consequence, payment: Routed, able: readonly ProviderAccount[]): string[] {
  if ('accounts' in then) return [...then.accounts]
  if ('split' in then) return splitOrder(then.split, payment.orderId)
  if ('order' in then) return leastFeeOrder(payment, able)
  return []
}

/** Account of an order's share, then the others. Only the order and the split decide. */
function splitOrder(split: readonly WeightedAccount[], orderId: string): string[] {
  const chosen = accountAt(split, percentOf(JSON.stringify([orderId, split])))
  const others = split.map(({ account }) => account).filter((account) => account !== chosen)
  return chosen === undefined ? others : [chosen, ...others]
}

function accountAt(split: readonly WeightedAccount[], percent: number): string | undefined {
  let upTo = 0
  return split.find(({ weight }) => {
    upTo += weight
    return percent < upTo
  })?.account
}

/** Evenly spread number from 0 to below 100, derived from a text. */
function percentOf(text: string): number {
  return (hash('sha256', text, 'buffer').readUInt32BE() / 2 ** 32) * 100
}

function leastFeeOrder({ transactionType, amount }: Routed, able: readonly ProviderAccount[]): string[] {
  // An authorization costs nothing before its capture.
  const charged = { transactionType: transactionType === 'AUTHORIZE' ? 'CAPTURE' : transactionType, amount } as const
  const priced = able.map(({ providerAccountId, settings }) => ({
    providerAccountId,
    fee: calculateFee(charged, settings),
  }))
  return priced.sort((one, other) => Number(one.fee - other.fee)).map(({ providerAccountId }) => providerAccountId)
}
