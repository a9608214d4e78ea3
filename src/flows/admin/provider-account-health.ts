import type { ProviderAccount } from '#domain/merchant.ts'
import type { AccountHealth } from '#interface/provider-account.ts'
import { findLastCheck } from '#store/merchants/provider-account-checks.ts'
import type { Gateway } from '../gateway.ts'

export async function healthOf({ sql, circuits }: Gateway, account: ProviderAccount): Promise<AccountHealth> {
  const { merchantId, providerAccountId } = account
  const [circuit, lastCheck] = await Promise.all([
    circuits.circuitOf(account),
    findLastCheck(sql, merchantId, providerAccountId),
  ])
  return { circuit, lastCheck: lastCheck ?? null }
}
