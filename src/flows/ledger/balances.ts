import { type Balance, listBalances } from '#store/ledger/balances.ts'
import type { Gateway } from '../gateway.ts'

export type { Balance }

/** Amount owed to a merchant, by currency (docs/reference/balances.md#what-is-owed). */
export function readBalances({ reads, settings }: Gateway, merchantId: string): Promise<readonly Balance[]> {
  return reads.read((sql) => listBalances(sql, merchantId, settings.settlementDelaySeconds))
}
