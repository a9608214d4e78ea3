import type { TerminalConfig } from '#domain/merchant.ts'
import type { Sql } from '../connection/database.ts'
import { findMerchant } from './merchants.ts'
import { listActiveProviderAccounts } from './provider-accounts.ts'
import { findMerchantTerminal } from './terminals.ts'

/** Reads the version first: a change meanwhile makes the snapshot outdated, never too new. */
export async function findTerminalConfig(
  sql: Sql,
  merchantId: string,
  terminalId: string,
): Promise<TerminalConfig | undefined> {
  const merchant = await findMerchant(sql, merchantId)
  if (!merchant) return undefined
  const [terminal, providerAccounts] = await Promise.all([
    findMerchantTerminal(sql, merchantId, terminalId),
    listActiveProviderAccounts(sql, merchantId),
  ])
  return { version: merchant.configVersion, merchant, terminal: terminal ?? null, providerAccounts }
}

export async function findConfigVersion(sql: Sql, merchantId: string): Promise<bigint | undefined> {
  const [row] = await sql<[{ config_version: bigint }]>`
    select config_version from merchants where merchant_id = ${merchantId}`
  return row?.config_version
}
