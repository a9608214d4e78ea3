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

/** When full, the cache restarts empty. */
const MAX_CACHED_SECRETS = 10_000
/** Maximum wait of a stopping worker for attempts in flight. */
const CLOSING_MS = 2000

export interface DispatcherOptions {
  readonly settings: {
    readonly realm: 'uat' | 'production'
    readonly webhookRetrySchedule: readonly number[]
    readonly allowPrivateWebhooks: boolean
    /** Undefined: no mail is sent. */
    readonly mail?: object | undefined
  }
  readonly sql: Database
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
  /** Counts an attempt. @param status of the response, null without one */
  readonly observeAttempt: (webhookEndpointId: string, status: number | null) => void
}

/** Resources of a worker for deliveries: connections to merchants' servers and attempts in flight. */
export interface WebhookDispatcher extends DispatcherOptions {
  readonly client: GuardedClient
  readonly limiter: InFlightLimiter
  readonly secretOf: (webhookEndpointId: string, sealed: Uint8Array) => WebhookSecret
  /** Records the end of an attempt, batched with others. */
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

/** Waits briefly for attempts in flight; another worker repeats unfinished ones when their lease ends. */
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
