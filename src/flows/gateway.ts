import type { Logger } from 'pino'
import type { Clock } from '#domain/clock.ts'
import type { Secret } from '#domain/secret.ts'
import type { Provider } from '#providers/port/provider.ts'
import type { Database } from '#store/connection/database.ts'
import type { ReadPool } from '#store/connection/read-pool.ts'
import type { FindPaymentMethod } from '#store/customers/payment-methods.ts'
import type { FindCardCountry } from '#store/rules/bin-countries.ts'
import type { TransactionWriter } from '#store/transactions/transaction-writer.ts'
import type { ThreeDsServer } from '#three-ds/server.ts'
import type { Vault } from '#vault/vault.ts'
import type { RootKeySource } from '#vault/wallet-token/root-key-source.ts'
import type { CircuitBreaker } from './circuits/circuit-breaker.ts'
import type { ConfigCache } from './config-cache.ts'
import type { MerchantMoves } from './merchant-moves.ts'
import type { Observer } from './observer.ts'

/** Settings of flows; `src/config.ts` reads and documents them. Durations are seconds. */
export interface Settings {
  readonly realm: 'uat' | 'production'
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Equals `baseUrl` unless processes of its own serve the dashboard. */
  readonly dashboardUrl: string
  /** Equals `baseUrl` if tokens are issued here. */
  readonly authUrl: string
  readonly sessionTtlSeconds: number
  readonly challengeTtlSeconds: number
  readonly pendingTtlSeconds: number
  readonly providerTimeoutSeconds: number
  /** Days for which exchanges with providers and their notices are kept. */
  readonly providerRecordDays: number
  /** Archive of old rows; undefined: events stay and the rest is deleted. */
  readonly archiveDir: string | undefined
  /** Days for which archived events stay in the database. */
  readonly eventDays: number
  /** With other providers after a decline. */
  readonly maxProviderRetries: number
  /** Time after its approval in which a purchase can be voided. */
  readonly settlementDelaySeconds: number
  /** Seconds between deliveries of one event that keeps failing. */
  readonly webhookRetrySchedule: readonly number[]
  /** True if passwords and second factors are stored here, not at an external identity provider. */
  readonly isBuiltInSignIn: boolean
  readonly operatorClientIds: readonly string[]
  /** Claim with the roles of external users; without it they are invited. */
  readonly dashboardRoleClaim: string | undefined
  readonly dashboardMfa: 'required' | 'optional'
  readonly dashboardIdleSeconds: number
  readonly dashboardSessionSeconds: number
  readonly shopPort: number | null
  /** Addresses that get the demo credentials, in UAT. */
  readonly demoCallers: 'loopback' | 'private'
  /** ID of this gateway for wallets. */
  readonly gatewayId: string
  /** True if webhooks may go to private, loopback and link-local addresses. */
  readonly allowPrivateWebhooks: boolean
  /** Mail server by URL, and sender; undefined: no mail is sent. */
  readonly mail: { readonly server: Secret<string>; readonly from: string } | undefined
  /** Addresses and networks in CIDR notation whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[]
}

export interface Gateway {
  readonly settings: Settings
  readonly sql: Database
  /** For lists and reports, which must not keep payments waiting. */
  readonly reads: ReadPool
  /** Runs long work on a dedicated connection, so it takes none from payments. */
  readonly alone: <T>(purpose: string, act: (sql: Database) => Promise<T>) => Promise<T>
  readonly writer: TransactionWriter
  readonly findPaymentMethod: FindPaymentMethod
  readonly vault: Vault
  readonly findCardCountry: FindCardCountry
  readonly configs: ConfigCache
  readonly circuits: CircuitBreaker
  readonly moves: MerchantMoves
  readonly observer: Observer
  readonly providers: ReadonlyMap<string, Provider>
  readonly walletRoots: RootKeySource
  /** Null in production without a configured one. */
  readonly threeDs: ThreeDsServer | null
  readonly clock: Clock
  readonly log: Logger
}
