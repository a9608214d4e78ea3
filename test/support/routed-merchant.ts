import { createProviderAccount } from '#flows/admin/provider-accounts.ts'
import { changeTerminal } from '#flows/admin/terminals.ts'
import type { RunningGateway } from './running-gateway.ts'
import type { TestMerchant } from './test-merchant.ts'

/** A merchant whose terminal sends cards to these accounts, in this order. */
export interface RoutedMerchant {
  readonly merchant: TestMerchant
  /** Ids in routing order. */
  readonly accounts: readonly string[]
}

/** @param settings one card simulator account for each */
export async function newRoutedMerchant(
  { gateway, newMerchant }: Pick<RunningGateway, 'gateway' | 'newMerchant'>,
  ...settings: readonly Record<string, unknown>[]
): Promise<RoutedMerchant> {
  const merchant = await newMerchant()
  const accounts: string[] = []
  for (const [index, own] of settings.entries()) {
    const wanted = { provider: 'card-simulator', name: `Bank ${index + 1}`, settings: own, credentials: {} }
    const { providerAccountId } = await createProviderAccount(gateway, 'test', merchant.merchantId, wanted)
    accounts.push(providerAccountId)
  }
  await changeTerminal(gateway, 'test', merchant.terminalId, { providerAccounts: accounts })
  return { merchant, accounts }
}

/** The settings of an account that always says the same. */
export const DECLINES = { response_code: 'TRX_STATUS_DECLINED' }
export const FAILS = { response_code: 'TRX_STATUS_FAILED' }
export const LACKS_FUNDS = { response_code: 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS' }
export const APPROVES = { response_code: 'TRX_STATUS_APPROVED' }
