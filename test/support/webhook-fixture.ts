import pino from 'pino'
import { systemClock } from '#domain/clock.ts'
import { newId } from '#domain/ids.ts'
import { deliverDue } from '#events/deliver.ts'
import { openWebhookDispatcher, type WebhookDispatcher } from '#events/webhook-dispatcher.ts'
import { encodedSecret, newWebhookSecret, sealSecret } from '#events/webhook-secret.ts'
import type { Sql } from '#store/connection/database.ts'
import { freshDatabase } from './database.ts'
import { newVault } from './vault.ts'

/** A merchant with a terminal in a database of its own, and what tests of events do there. */
export async function openWebhookWorld() {
  const database = await freshDatabase(8)
  const { sql } = database
  const merchantId = newId('mer')
  const vault = newVault()
  const settings = { realm: 'uat' as const, webhookRetrySchedule: [60, 300], allowPrivateWebhooks: true }
  const observeAttempt = () => undefined
  const needs = { sql, vault, settings, clock: systemClock, log: pino({ level: 'silent' }), observeAttempt }
  await sql`insert into merchants (merchant_id, name, client_key) values (${merchantId}, 'Roastery', ${merchantId})`
  await sql`insert into terminals (terminal_id, merchant_id, name) values ('ter_shop', ${merchantId}, 'Shop')`
  return {
    ...needs,
    merchantId,
    drop: database.drop,
    openWebhookDispatcher: (overrides: Partial<typeof settings> = {}) =>
      openWebhookDispatcher({ ...needs, settings: { ...settings, ...overrides } }),
    async register(url: string) {
      const [id, secret] = [newId('whe'), newWebhookSecret()]
      await sql`
        insert into webhook_endpoints (webhook_endpoint_id, merchant_id, url, sealed_secret)
        values (${id}, ${merchantId}, ${url}, ${sealSecret(vault, id, secret)})`
      return { id, secret: encodedSecret(secret) }
    },
    announce: (count: number, endpointIds: readonly string[]) => announce(sql, merchantId, count, endpointIds),
    deliveries: () => sql<DeliveryRow[]>`
      select *, extract(epoch from next_attempt_at - now())::float as due_in from deliveries order by event_id`,
  }
}

interface DeliveryRow {
  event_id: string
  webhook_endpoint_id: string
  status: string
  attempts: number
  response_status: number | null
  /** Seconds. */
  due_in: number | null
}

/** Writes events that are due at the given endpoints and gives their ids. */
async function announce(sql: Sql, merchantId: string, count: number, endpointIds: readonly string[]) {
  const ids = Array.from({ length: count }, () => newId('evt'))
  await sql`
    insert into events (merchant_id, event_id, event, transaction_id, payload, created_at)
    select ${merchantId}, id, 'transaction.processed', id, json_build_object('event', 'transaction.processed'), now()
    from unnest(${ids}::text[]) as id`
  await sql`
    insert into deliveries (merchant_id, event_id, webhook_endpoint_id, next_attempt_at)
    select ${merchantId}, id, endpoint, now()
    from unnest(${ids}::text[]) as id cross join unnest(${[...endpointIds]}::text[]) as endpoint`
  return ids
}

/** Lets a worker work until nothing is due and nothing in progress. */
export async function deliverAll(dispatcher: WebhookDispatcher): Promise<void> {
  while ((await deliverDue(dispatcher)) > 0);
}
