import type { SealedCredential } from './credentials.ts'
import type { Terminal } from './terminal.ts'

export type MerchantStatus = 'ACTIVE' | 'INACTIVE'

export interface Merchant {
  readonly merchantId: string
  readonly name: string
  readonly country: string | null
  /** IANA time zone in which its days begin. */
  readonly timeZone: string
  readonly status: MerchantStatus
  readonly tokenizationEnabled: boolean
  readonly settlementCurrency: string | null
  /** Settlement units per major unit of the key, as decimal strings: `{ "USD": "1.0842" }`. */
  readonly exchangeRates: Readonly<Record<string, string>>
  readonly clientKey: string
  readonly usesLists: boolean
  /** Recipients of wallet tokens that are signed for it alone: `merchant:…`. */
  readonly walletRecipients: readonly string[]
  /** Current versions of its rules; 0 without any. */
  readonly riskRulesVersion: number
  readonly routingRulesVersion: number
}

export interface ProviderAccount {
  readonly providerAccountId: string
  readonly merchantId: string
  readonly provider: string
  readonly name: string
  readonly status: MerchantStatus
  readonly settings: Readonly<Record<string, unknown>>
  readonly credentials: Readonly<Record<string, SealedCredential>>
  readonly createdAt: Date
}

/** Snapshot for decisions. Every admin change increments `version`; an intent is recorded only for the current one. */
export interface TerminalConfig {
  readonly version: bigint
  readonly merchant: Merchant
  readonly terminal: Terminal | null
  /** The merchant's active accounts, oldest first. */
  readonly providerAccounts: readonly ProviderAccount[]
}
