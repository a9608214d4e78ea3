import type { Logger } from 'pino'
import type { Clock } from '#domain/clock.ts'
import type { Provider } from '#providers/provider.ts'
import type { Database } from '#store/connection/database.ts'
import type { TransactionWriter } from '#store/transactions/transaction-writer.ts'
import type { ThreeDsServer } from '#three-ds/server.ts'
import type { Vault } from '#vault/vault.ts'
import type { RootKeySource } from '#vault/wallet-token/root-key-source.ts'
import type { ConfigCache } from './config-cache.ts'
import type { CircuitBreaker } from './provider-calls/circuit-breaker.ts'
import type { ObservedCall } from './provider-calls/observe-call.ts'

/** The settings flows decide by; `src/config.ts` reads and documents them. Durations are seconds. */
export interface Settings {
  readonly realm: 'uat' | 'production'
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly sessionTtlSeconds: number
  readonly challengeTtlSeconds: number
  readonly pendingTtlSeconds: number
  readonly providerTimeoutSeconds: number
  /** Days for which exchanges with providers and their notices are kept. */
  readonly providerRecordDays: number
  /** With other providers after a decline. */
  readonly maxProviderRetries: number
  /** How long after its approval a purchase can still be voided. */
  readonly settlementDelaySeconds: number
  /** Seconds between deliveries of one event that keeps failing. */
  readonly webhookRetrySchedule: readonly number[]
  /** What wallets know this gateway by. */
  readonly gatewayId: string
  /** Whether webhooks may go to private, loopback and link-local addresses. */
  readonly allowPrivateWebhooks: boolean
}

/** Everything a flow may need, put together once at the start. */
export interface Gateway {
  readonly settings: Settings
  readonly sql: Database
  readonly writer: TransactionWriter
  readonly vault: Vault
  readonly configs: ConfigCache
  readonly circuits: CircuitBreaker
  /** Counts a call to a provider in the metrics. */
  readonly observeProviderCall: (call: ObservedCall) => void
  /** By name. */
  readonly providers: ReadonlyMap<string, Provider>
  /** Whose word counts for a wallet token. */
  readonly walletRoots: RootKeySource
  /** Null in production where none is configured. */
  readonly threeDs: ThreeDsServer | null
  readonly clock: Clock
  readonly log: Logger
}
