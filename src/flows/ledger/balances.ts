import { unhurried } from '#store/connection/time-limits.ts'
import { type Balance, listBalances } from '#store/ledger/balances.ts'
import type { Gateway } from '../gateway.ts'

export type { Balance }

/** What a merchant is owed, by currency (docs/reference/balances.md#what-is-owed). */
export function readBalances({ sql, settings }: Gateway, merchantId: string): Promise<readonly Balance[]> {
  return unhurried(sql, (slow) => listBalances(slow, merchantId, settings.settlementDelaySeconds))
}
