import type { TerminalConfig } from '#domain/merchant.ts'
import { orNotFound } from '#domain/problem.ts'
import { findMerchant } from '#store/merchants/merchants.ts'
import { listActiveProviderAccounts } from '#store/merchants/provider-accounts.ts'
import { listTerminals } from '#store/merchants/terminals.ts'
import type { Gateway } from '../gateway.ts'

const MOST_TERMINALS = 10_000

export async function readTerminals({ reads }: Gateway, merchantId: string): Promise<readonly TerminalConfig[]> {
  return reads.read(async (sql) => {
    const merchant = orNotFound(await findMerchant(sql, merchantId), 'merchant')
    const providerAccounts = await listActiveProviderAccounts(sql, merchantId)
    const terminals = await listTerminals(sql, merchantId, undefined, MOST_TERMINALS)
    const version = merchant.configVersion
    return terminals.map((terminal) => ({ version, merchant, terminal, providerAccounts }))
  })
}
