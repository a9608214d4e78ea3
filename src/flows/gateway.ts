import type { Logger } from 'pino'
import type { Clock } from '#domain/clock.ts'
import type { Provider } from '#providers/provider.ts'
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
import type { Observer } from './observer.ts'

/** The settings flows decide by; `src/config.ts` reads and documents them. Durations are seconds. */
export interface Settings {
  readonly realm: 'uat' | 'production'
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Equals `baseUrl` if tokens are issued here. */
  readonly authUrl: string
  readonly sessionTtlSeconds: number
  readonly challengeTtlSeconds: number
  readonly pendingTtlSeconds: number
  readonly providerTimeoutSeconds: number
  /** Days for which exchanges with providers and their notices are kept. */
  readonly providerRecordDays: number
  /** Where what is too old for the database goes; undefined where events stay and the rest is deleted. */
  readonly archiveDir: string | undefined
  /** Days for which events stay in the database where they are archived. */
  readonly eventDays: number
  /** With other providers after a decline. */
  readonly maxProviderRetries: number
  /** How long after its approval a purchase can still be voided. */
  readonly settlementDelaySeconds: number
  /** Seconds between deliveries of one event that keeps failing. */
  readonly webhookRetrySchedule: readonly number[]
  /** True if people's passwords and second factors are kept here, and not by another identity provider. */
  readonly isBuiltInSignIn: boolean
  readonly operatorClientIds: readonly string[]
  /** The claim of another identity provider that says what people are; without it they are invited. */
  readonly dashboardRoleClaim: string | undefined
  readonly dashboardMfa: 'required' | 'optional'
  readonly dashboardIdleSeconds: number
  readonly dashboardSessionSeconds: number
  /** Of the demo shop; null where there is none. */
  readonly shopPort: number | null
  /** Whose address gets the demo credentials, in `uat`. */
  readonly demoCallers: 'loopback' | 'private'
  /** What wallets know this gateway by. */
  readonly gatewayId: string
  /** True if webhooks may go to private, loopback and link-local addresses. */
  readonly allowPrivateWebhooks: boolean
  /** Addresses and networks in CIDR notation whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[]
}

export interface Gateway {
  readonly settings: Settings
  readonly sql: Database
  /** For lists and reports, which must not keep payments waiting. */
  readonly reads: ReadPool
  /** A connection of its own for what takes minutes, which payments have none less for; closed behind it. */
  readonly alone: <T>(purpose: string, act: (sql: Database) => Promise<T>) => Promise<T>
  readonly writer: TransactionWriter
  readonly findPaymentMethod: FindPaymentMethod
  readonly vault: Vault
  readonly findCardCountry: FindCardCountry
  readonly configs: ConfigCache
  readonly circuits: CircuitBreaker
  readonly observer: Observer
  /** By name. */
  readonly providers: ReadonlyMap<string, Provider>
  readonly walletRoots: RootKeySource
  /** Null in production where none is configured. */
  readonly threeDs: ThreeDsServer | null
  readonly clock: Clock
  readonly log: Logger
}
