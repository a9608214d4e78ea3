import type { ProviderAccount } from '#domain/merchant.ts'
import { findLastCheck, type LastCheck } from '#store/merchants/provider-account-checks.ts'
import type { Circuit } from '../circuits/circuit-breaker.ts'
import type { Gateway } from '../gateway.ts'

export interface AccountHealth {
  readonly circuit: Circuit
  /** Null before the first check. */
  readonly lastCheck: LastCheck | null
}

export async function healthOf({ sql, circuits }: Gateway, account: ProviderAccount): Promise<AccountHealth> {
  const { merchantId, providerAccountId } = account
  const [circuit, lastCheck] = await Promise.all([
    circuits.circuitOf(account),
    findLastCheck(sql, merchantId, providerAccountId),
  ])
  return { circuit, lastCheck: lastCheck ?? null }
}
