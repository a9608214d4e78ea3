import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '#domain/clock.ts'
import { batched } from '#store/connection/batched.ts'
import type { Database } from '#store/connection/database.ts'
import { type DeliveryMark, markDeliveries } from '#store/events/deliveries.ts'
import type { Vault } from '#vault/vault.ts'
import { type GuardedClient, guardedClient } from './guarded-fetch.ts'
import { InFlightLimiter } from './in-flight-limiter.ts'
import { targetPolicy } from './target.ts'
import { openSecret, type WebhookSecret } from './webhook-secret.ts'

/** Opened secrets cached in memory; when there are more, the cache starts again. */
const MAX_CACHED_SECRETS = 10_000
/** How long a worker that stops waits for attempts in flight. */
const CLOSING_MS = 2000

export interface DispatcherOptions {
  readonly settings: {
    readonly realm: 'uat' | 'production'
    readonly webhookRetrySchedule: readonly number[]
    readonly allowPrivateWebhooks: boolean
  }
  readonly sql: Database
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
  /** Counts an attempt; `status` is what the merchant answered, null where nothing came. */
  readonly observeAttempt: (webhookEndpointId: string, status: number | null) => void
}

/** What a worker delivers webhooks with: its connections to merchants' servers and what it has in progress. */
export interface WebhookDispatcher extends DispatcherOptions {
  readonly client: GuardedClient
  readonly limiter: InFlightLimiter
  /** The secret a sealed one holds, opened once. */
  readonly secretOf: (webhookEndpointId: string, sealed: Uint8Array) => WebhookSecret
  /** Records how an attempt ended, together with others that end at the same time. */
  readonly mark: (mark: DeliveryMark) => Promise<void>
}

export function openWebhookDispatcher(options: DispatcherOptions): WebhookDispatcher {
  return {
    ...options,
    client: guardedClient(targetPolicy(options.settings)),
    limiter: new InFlightLimiter(),
    secretOf: cachedSecrets(options.vault),
    mark: batched(async (marks: readonly DeliveryMark[]) => {
      await markDeliveries(options.sql, marks)
      return marks.map(() => undefined)
    }),
  }
}

/** Waits a moment for attempts in flight; another worker repeats those that do not end when their lease ends. */
export async function closeWebhookDispatcher(dispatcher: WebhookDispatcher): Promise<void> {
  const stop = new AbortController()
  await Promise.race([dispatcher.limiter.ended(), pause(CLOSING_MS, undefined, { signal: stop.signal })])
  stop.abort()
  await dispatcher.client.close()
  await dispatcher.limiter.ended()
}

/** Cached by the sealed bytes, so that a rotated secret is never mistaken for the previous one. */
function cachedSecrets(vault: Vault): WebhookDispatcher['secretOf'] {
  const secrets = new Map<string, WebhookSecret>()
  return (webhookEndpointId, sealed) => {
    const key = Buffer.from(sealed).toString('base64')
    const secret = secrets.get(key) ?? openSecret(vault, webhookEndpointId, sealed)
    if (secrets.size >= MAX_CACHED_SECRETS) secrets.clear()
    secrets.set(key, secret)
    return secret
  }
}
