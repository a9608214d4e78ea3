import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '#domain/clock.ts'
import { batched } from '#store/connection/batched.ts'
import type { Database } from '#store/connection/database.ts'
import { type DeliveryMark, markDeliveries } from '#store/events/deliveries.ts'
import type { Vault } from '#vault/vault.ts'
import { type GuardedClient, guardedClient } from './guarded-fetch.ts'
import { targetPolicy } from './target.ts'
import { Traffic } from './traffic.ts'
import { openSecret, type WebhookSecret } from './webhook-secret.ts'

/** Opened secrets kept in memory; beyond this they are opened anew. */
const KEPT_SECRETS = 10_000
/** What is under way when a worker stops may still end by itself. */
const FAREWELL_MS = 2000

/** What a courier needs from the app. */
export interface CourierNeeds {
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

/** A worker's bag: its connections to merchants' servers and what it has under way. */
export interface Courier extends CourierNeeds {
  readonly client: GuardedClient
  readonly traffic: Traffic
  /** The secret a sealed one holds, opened once. */
  readonly secretOf: (webhookEndpointId: string, sealed: Uint8Array) => WebhookSecret
  /** Records how a try ended, together with others that end at the same time. */
  readonly mark: (mark: DeliveryMark) => Promise<void>
}

export function openCourier(needs: CourierNeeds): Courier {
  return {
    ...needs,
    client: guardedClient(targetPolicy(needs.settings)),
    traffic: new Traffic(),
    secretOf: keptSecrets(needs.vault),
    mark: batched(async (marks) => {
      await markDeliveries(needs.sql, marks)
      return marks.map(() => undefined)
    }),
  }
}

/** Lets what is under way end for a moment; what does not is tried again by another worker when its lease ends. */
export async function closeCourier(courier: Courier): Promise<void> {
  const stop = new AbortController()
  await Promise.race([courier.traffic.ended(), pause(FAREWELL_MS, undefined, { signal: stop.signal })])
  stop.abort()
  await courier.client.close()
  await courier.traffic.ended()
}

/** Kept under the sealed bytes themselves, so that a rotated secret is never mistaken for the one before. */
function keptSecrets(vault: Vault): Courier['secretOf'] {
  const secrets = new Map<string, WebhookSecret>()
  return (webhookEndpointId, sealed) => {
    const key = Buffer.from(sealed).toString('base64')
    const secret = secrets.get(key) ?? openSecret(vault, webhookEndpointId, sealed)
    if (secrets.size >= KEPT_SECRETS) secrets.clear()
    secrets.set(key, secret)
    return secret
  }
}
