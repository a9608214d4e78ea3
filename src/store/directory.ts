import type { Directory, Merchant, ProviderAccount } from '#domain/merchant.ts'
import type { Terminal, TransactionType } from '#domain/terminal.ts'
import type { Sql } from './database.ts'

interface MerchantRow {
  merchant_id: string
  name: string
  country: string | null
  status: 'ACTIVE' | 'INACTIVE'
  tokenization_enabled: boolean
  settlement_currency: string | null
  exchange_rates: Record<string, string>
  client_key: string
  config_version: bigint
}

interface TerminalRow {
  terminal_id: string
  merchant_id: string
  name: string
  status: 'ACTIVE' | 'INACTIVE'
  accepts_payments: boolean
  currencies: string[] | null
  transaction_types: TransactionType[] | null
  payment_methods: string[] | null
  provider_accounts: string[] | null
  allowed_origins: string[] | null
  allow_unauthenticated: boolean
}

interface ProviderAccountRow {
  provider_account_id: string
  merchant_id: string
  provider: string
  name: string
  status: 'ACTIVE' | 'INACTIVE'
  settings: Record<string, unknown>
  created_at: Date
}

/**
 * One look at everything a decision about a terminal rests on. The version is read first: a change that comes between
 * makes the picture outdated, never too new.
 */
export async function findDirectory(sql: Sql, merchantId: string, terminalId: string): Promise<Directory | undefined> {
  const [merchant] = await sql<MerchantRow[]>`select * from merchants where merchant_id = ${merchantId}`
  if (!merchant) return undefined
  const [terminals, accounts] = await Promise.all([
    sql<TerminalRow[]>`select * from terminals where merchant_id = ${merchantId} and terminal_id = ${terminalId}`,
    sql<ProviderAccountRow[]>`
      select * from provider_accounts where merchant_id = ${merchantId} and status = 'ACTIVE'
      order by created_at, provider_account_id`,
  ])
  return {
    version: merchant.config_version,
    merchant: toMerchant(merchant),
    terminal: terminals[0] ? toTerminal(terminals[0]) : null,
    providerAccounts: accounts.map(toProviderAccount),
  }
}

/** The merchant's present configuration version. */
export async function findConfigVersion(sql: Sql, merchantId: string): Promise<bigint | undefined> {
  const [row] = await sql<[{ config_version: bigint }]>`
    select config_version from merchants where merchant_id = ${merchantId}`
  return row?.config_version
}

function toMerchant(row: MerchantRow): Merchant {
  return {
    merchantId: row.merchant_id,
    name: row.name,
    country: row.country,
    status: row.status,
    tokenizationEnabled: row.tokenization_enabled,
    settlementCurrency: row.settlement_currency,
    exchangeRates: row.exchange_rates,
    clientKey: row.client_key,
  }
}

function toTerminal(row: TerminalRow): Terminal {
  return {
    terminalId: row.terminal_id,
    merchantId: row.merchant_id,
    name: row.name,
    status: row.status,
    acceptsPayments: row.accepts_payments,
    currencies: row.currencies,
    transactionTypes: row.transaction_types,
    paymentMethods: row.payment_methods,
    providerAccounts: row.provider_accounts,
    allowedOrigins: row.allowed_origins,
    allowUnauthenticated: row.allow_unauthenticated,
  }
}

function toProviderAccount(row: ProviderAccountRow): ProviderAccount {
  return {
    providerAccountId: row.provider_account_id,
    merchantId: row.merchant_id,
    provider: row.provider,
    name: row.name,
    status: row.status,
    settings: row.settings,
    createdAt: row.created_at,
  }
}
