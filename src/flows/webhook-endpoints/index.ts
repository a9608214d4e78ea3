import { newId } from '#domain/ids.ts'
import { type Page, type Position, pageOf } from '#domain/page.ts'
import { notFound } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import { encodedSecret, newWebhookSecret, sealSecret } from '#events/webhook-secret.ts'
import type { Sql } from '#store/connection/database.ts'
import { failPendingDeliveries } from '#store/events/deliveries.ts'
import {
  deleteWebhookEndpoint,
  findWebhookEndpoint,
  insertWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  updateWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointChange,
} from '#store/events/webhook-endpoints.ts'
import type { Gateway } from '../gateway.ts'
import { checkWebhookTarget } from './check-target.ts'

export type { WebhookEndpoint }

/** An endpoint with the secret its webhooks are signed with, shown this once (`whsec_…`). */
export interface IssuedWebhookEndpoint {
  readonly endpoint: WebhookEndpoint
  readonly secret: Secret<string>
}

/** Where events are to go; a null terminal means those of all the merchant's terminals. */
export interface NewWebhookEndpoint {
  readonly url: string
  readonly terminalId: string | null
}

/**
 * Registers where a merchant wants its events (docs/reference/events.md#webhook-endpoints).
 * @throws RequestError `not-found` for an unknown merchant, `invalid` on `url` or `terminal_id`
 */
export async function createWebhookEndpoint(
  gateway: Gateway,
  merchantId: string,
  created: NewWebhookEndpoint,
): Promise<IssuedWebhookEndpoint> {
  await checkWebhookTarget(gateway, merchantId, created)
  return registerWebhookEndpoint(gateway, gateway.sql, merchantId, created)
}

/**
 * The same for an endpoint that `checkWebhookTarget` has let through. The check looks names up, so it must not run
 * inside a SQL transaction.
 */
export async function registerWebhookEndpoint(
  gateway: Gateway,
  sql: Sql,
  merchantId: string,
  created: NewWebhookEndpoint,
  id = newId('whe'),
): Promise<IssuedWebhookEndpoint> {
  const createdAt = gateway.clock.now()
  const endpoint = { ...created, id, merchantId, status: 'ACTIVE', createdAt } as const
  const secret = newWebhookSecret()
  await insertWebhookEndpoint(sql, endpoint, sealSecret(gateway.vault, endpoint.id, secret))
  return { endpoint, secret: new Secret(encodedSecret(secret)) }
}

/** @param limit 1 to 100 */
export async function listMerchantWebhookEndpoints(
  gateway: Gateway,
  merchantId: string,
  after: Position | undefined,
  limit: number,
): Promise<Page<WebhookEndpoint>> {
  return pageOf(await listWebhookEndpoints(gateway.sql, merchantId, after, limit + 1), limit)
}

/** @throws RequestError `not-found`, also where it is another merchant's */
export async function showWebhookEndpoint(gateway: Gateway, merchantId: string, id: string): Promise<WebhookEndpoint> {
  return known(await findWebhookEndpoint(gateway.sql, merchantId, id))
}

/**
 * Changes address, terminal or status. Deliveries that wait for an endpoint fail when it is disabled.
 * @throws RequestError `not-found`, also where it is another merchant's; `invalid` on `url` or `terminal_id`
 */
export async function changeWebhookEndpoint(
  gateway: Gateway,
  merchantId: string,
  id: string,
  change: WebhookEndpointChange,
): Promise<WebhookEndpoint> {
  await showWebhookEndpoint(gateway, merchantId, id)
  await checkWebhookTarget(gateway, merchantId, change)
  return gateway.sql.begin(async (tx) => {
    const changed = known(await updateWebhookEndpoint(tx, merchantId, id, change))
    if (changed.status === 'DISABLED') await failPendingDeliveries(tx, merchantId, id)
    return changed
  })
}

/** @throws RequestError `not-found`, also where it is another merchant's */
export async function removeWebhookEndpoint(gateway: Gateway, merchantId: string, id: string): Promise<void> {
  await gateway.sql.begin(async (tx) => {
    if (!(await deleteWebhookEndpoint(tx, merchantId, id))) throw notFound('webhook endpoint')
    await failPendingDeliveries(tx, merchantId, id)
  })
}

/**
 * A new secret; for 24 hours webhooks also carry a signature made with the old one.
 * @throws RequestError `not-found`, also where it is another merchant's
 */
export async function rotateSecret(gateway: Gateway, merchantId: string, id: string): Promise<IssuedWebhookEndpoint> {
  const secret = newWebhookSecret()
  const sealed = sealSecret(gateway.vault, id, secret)
  const endpoint = known(await rotateWebhookSecret(gateway.sql, merchantId, id, sealed))
  return { endpoint, secret: new Secret(encodedSecret(secret)) }
}

function known(endpoint: WebhookEndpoint | undefined): WebhookEndpoint {
  if (!endpoint) throw notFound('webhook endpoint')
  return endpoint
}
