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

/** Opened secrets kept in memory; beyond this they are opened anew. */
const KEPT_SECRETS = 10_000
/** What is under way when a worker stops may still end by itself. */
const CLOSING_MS = 2000

/** What a dispatcher needs from the app. */
export interface DispatcherNeeds {
  readonly settings: {
    readonly realm: 'uat' | 'production'
    readonly webhookRetrySchedule: readonly number[]
    readonly allowPrivateWebhooks: boolean
  }
  readonly sql: Database
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
}

/** What a worker delivers webhooks with: its connections to merchants' servers and what it has under way. */
export interface WebhookDispatcher extends DispatcherNeeds {
  readonly client: GuardedClient
  readonly limiter: InFlightLimiter
  /** The secret a sealed one holds, opened once. */
  readonly secretOf: (webhookEndpointId: string, sealed: Uint8Array) => WebhookSecret
  /** Records how an attempt ended, together with others that end at the same time. */
  readonly mark: (mark: DeliveryMark) => Promise<void>
}

export function openWebhookDispatcher(needs: DispatcherNeeds): WebhookDispatcher {
  return {
    ...needs,
    client: guardedClient(targetPolicy(needs.settings)),
    limiter: new InFlightLimiter(),
    secretOf: keptSecrets(needs.vault),
    mark: batched(async (marks) => {
      await markDeliveries(needs.sql, marks)
      return marks.map(() => undefined)
    }),
  }
}

/** Lets what is under way end for a moment; what does not is tried again by another worker when its lease ends. */
export async function closeWebhookDispatcher(dispatcher: WebhookDispatcher): Promise<void> {
  const stop = new AbortController()
  await Promise.race([dispatcher.limiter.ended(), pause(CLOSING_MS, undefined, { signal: stop.signal })])
  stop.abort()
  await dispatcher.client.close()
  await dispatcher.limiter.ended()
}

/** Kept under the sealed bytes themselves, so that a rotated secret is never mistaken for the one before. */
function keptSecrets(vault: Vault): WebhookDispatcher['secretOf'] {
  const secrets = new Map<string, WebhookSecret>()
  return (webhookEndpointId, sealed) => {
    const key = Buffer.from(sealed).toString('base64')
    const secret = secrets.get(key) ?? openSecret(vault, webhookEndpointId, sealed)
    if (secrets.size >= KEPT_SECRETS) secrets.clear()
    secrets.set(key, secret)
    return secret
  }
}
