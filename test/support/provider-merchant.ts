import { Secret } from '#domain/secret.ts'
import { createProviderAccount } from '#flows/admin/provider-accounts.ts'
import { changeTerminal } from '#flows/admin/terminals.ts'
import type { RunningGateway } from './running-gateway.ts'
import type { TestMerchant } from './test-merchant.ts'

/** An account with a provider, as an operator opens it. */
export interface WantedAccount {
  readonly provider: string
  readonly credentials: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, unknown>>
}

/** A merchant whose payments go to these accounts only, in this order. */
export async function newProviderMerchant(
  { gateway, database, newMerchant }: Pick<RunningGateway, 'gateway' | 'database' | 'newMerchant'>,
  ...wanted: readonly WantedAccount[]
): Promise<{ readonly merchant: TestMerchant; readonly accounts: readonly string[] }> {
  const merchant = await newMerchant()
  await database.sql`update provider_accounts set status = 'INACTIVE' where merchant_id = ${merchant.merchantId}`
  const accounts: string[] = []
  for (const { provider, credentials, settings = {} } of wanted) {
    const secrets = Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, new Secret(value)]))
    const account = { provider, name: provider, settings, credentials: secrets }
    const { providerAccountId } = await createProviderAccount(gateway, 'test', merchant.merchantId, account)
    accounts.push(providerAccountId)
  }
  await changeTerminal(gateway, 'test', merchant.terminalId, { providerAccounts: accounts })
  return { merchant, accounts }
}
