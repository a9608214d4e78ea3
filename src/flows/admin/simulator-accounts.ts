import { newId } from '#domain/ids.ts'
import { isSimulator } from '#simulators/registry.ts'
import type { Sql } from '#store/connection/database.ts'
import { lockMerchant } from '#store/merchants/merchants.ts'
import { insertProviderAccount, listProvidersWithAccount } from '#store/merchants/provider-accounts.ts'
import { applyAdminChange } from '../change.ts'
import type { Gateway } from '../gateway.ts'

/**
 * Opens missing accounts, if simulators run (docs/reference/admin.md#merchants). Locks the merchant against concurrent
 * starts.
 */
export async function openSimulatorAccounts(gateway: Gateway, sql: Sql, merchantId: string): Promise<void> {
  if (gateway.settings.realm !== 'uat') return
  await lockMerchant(sql, merchantId)
  const present = await listProvidersWithAccount(sql, merchantId)
  for (const provider of simulatorsOf(gateway)) {
    if (present.includes(provider)) continue
    const providerAccountId = newId('acc')
    await insertProviderAccount(sql, { providerAccountId, merchantId, provider, name: provider, settings: {} })
  }
}

/** Adds the missing accounts of a merchant that is older than a simulator. */
export async function addMissingSimulatorAccounts(gateway: Gateway, actor: string, merchantId: string): Promise<void> {
  const present = await listProvidersWithAccount(gateway.sql, merchantId)
  if (simulatorsOf(gateway).every((provider) => present.includes(provider))) return
  const deed = { actor, action: 'merchant.simulators-added' as const, merchantId, subject: merchantId }
  await applyAdminChange(gateway, deed, (sql) => openSimulatorAccounts(gateway, sql, merchantId))
}

function simulatorsOf({ providers }: Gateway): readonly string[] {
  return [...providers.keys()].filter(isSimulator)
}
