import type { Actor } from '#domain/actor.ts'
import type { EventType } from '#domain/event-types.ts'
import { newId } from '#domain/ids.ts'
import { orNotFound } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import { encodedSecret, newWebhookSecret, sealEarlier, sealSecret } from '#events/webhook-secret.ts'
import type { Sql } from '#store/connection/database.ts'
import { failPendingDeliveries } from '#store/events/deliveries.ts'
import {
  type EndpointHealth,
  type LatestTry,
  listEndpointHealth,
  listLatestTries,
} from '#store/events/delivery-tries.ts'
import {
  deleteWebhookEndpoint,
  findWebhookEndpoint,
  insertWebhookEndpoint,
  listWebhookEndpoints,
  lockReplacedSecrets,
  rotateWebhookSecret,
  updateWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointChange,
} from '#store/events/webhook-endpoints.ts'
import { pagedOfMerchant } from '../admin/merchants.ts'
import { applyAdminChange, withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { paged } from '../paged.ts'
import { checkWebhookTarget } from './check-target.ts'

const ENDPOINT = 'webhook endpoint'

export type { LatestTry, WebhookEndpoint }

/** Endpoint with its signing secret, shown once (`whsec_…`). */
export interface IssuedWebhookEndpoint {
  readonly endpoint: WebhookEndpoint
  readonly secret: Secret<string>
}

/** A null terminal means all of the merchant's terminals. */
export interface NewWebhookEndpoint {
  readonly url: string
  readonly terminalId: string | null
  /** `transaction.processed` by default. */
  readonly eventTypes?: readonly EventType[] | null
}

/**
 * Creates an endpoint (docs/reference/events.md#webhook-endpoints). Omits the URL from the audit log, because it may
 * have a secret.
 * @param isChecked its URL and terminal are valid, as `checkWebhookTarget` finds
 * @throws RequestError `not-found` for an unknown merchant, `invalid` on `url` or `terminal_id`
 */
export async function createWebhookEndpoint(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  created: NewWebhookEndpoint,
  isChecked = false,
): Promise<IssuedWebhookEndpoint> {
  if (!isChecked) await checkWebhookTarget(gateway, merchantId, created)
  const id = newId('whe')
  const { terminalId, eventTypes } = created
  const deed = {
    actor,
    action: 'webhook-endpoint.created' as const,
    merchantId,
    subject: id,
    changes: { terminalId, ...(eventTypes && { eventTypes }) },
  }
  return withAuditEntry(gateway, deed, (sql) => registerWebhookEndpoint(gateway, sql, merchantId, created, id))
}

/** Creates one that passed `checkWebhookTarget`, which resolves names and so must not run inside a SQL transaction. */
export async function registerWebhookEndpoint(
  gateway: Gateway,
  sql: Sql,
  merchantId: string,
  created: NewWebhookEndpoint,
  id = newId('whe'),
): Promise<IssuedWebhookEndpoint> {
  const createdAt = gateway.clock.now()
  const secretAge = { secretSince: createdAt, previousSecretUntil: null }
  const endpoint = {
    ...created,
    eventTypes: created.eventTypes ?? null,
    id,
    merchantId,
    status: 'ACTIVE',
    ...secretAge,
    createdAt,
  } as const
  const secret = newWebhookSecret()
  await insertWebhookEndpoint(sql, endpoint, sealSecret(gateway.vault, endpoint.id, secret))
  return { endpoint, secret: new Secret(encodedSecret(secret)) }
}

/** @param limit 1 to 100 */
export const listMerchantWebhookEndpoints = paged(listWebhookEndpoints)

export const showWebhookEndpoints = pagedOfMerchant(listWebhookEndpoints)

/** @throws RequestError `not-found`, also for another merchant's */
export async function showWebhookEndpoint(gateway: Gateway, merchantId: string, id: string): Promise<WebhookEndpoint> {
  return orNotFound(await findWebhookEndpoint(gateway.sql, merchantId, id), ENDPOINT)
}

/**
 * Changes URL, terminal or status. Disabling fails the waiting deliveries.
 * @throws RequestError `not-found`, also for another merchant's; `invalid` on `url` or `terminal_id`
 */
export async function changeWebhookEndpoint(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  id: string,
  change: WebhookEndpointChange,
): Promise<WebhookEndpoint> {
  await showWebhookEndpoint(gateway, merchantId, id)
  await checkWebhookTarget(gateway, merchantId, change)
  const { url, ...shown } = change
  const changes = { ...shown, ...(url !== undefined && { url: 'changed' }) }
  const deed = { actor, action: 'webhook-endpoint.changed' as const, merchantId, subject: id, changes }
  const update = async (sql: Sql) => {
    const changed = orNotFound(await updateWebhookEndpoint(sql, merchantId, id, change), ENDPOINT)
    if (changed.status === 'DISABLED') await failPendingDeliveries(sql, merchantId, id)
    return changed
  }
  return applyAdminChange(gateway, deed, update, { find: (sql) => findWebhookEndpoint(sql, merchantId, id) })
}

/** @throws RequestError `not-found`, also for another merchant's */
export async function removeWebhookEndpoint(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  id: string,
): Promise<void> {
  const deed = { actor, action: 'webhook-endpoint.removed' as const, merchantId, subject: id }
  await withAuditEntry(gateway, deed, async (sql) => {
    orNotFound(await deleteWebhookEndpoint(sql, merchantId, id), ENDPOINT)
    await failPendingDeliveries(sql, merchantId, id)
  })
}

/** For 24 hours webhooks have both signatures. @throws RequestError `not-found`, also for another merchant's */
export async function rotateSecret(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  id: string,
): Promise<IssuedWebhookEndpoint> {
  const secret = newWebhookSecret()
  const sealed = sealSecret(gateway.vault, id, secret)
  const deed = { actor, action: 'webhook-endpoint.secret-rotated' as const, merchantId, subject: id }
  const rotate = async (sql: Sql) => {
    const replaced = orNotFound(await lockReplacedSecrets(sql, merchantId, id), ENDPOINT)
    const earlier = sealEarlier(gateway.vault, id, replaced)
    return orNotFound(await rotateWebhookSecret(sql, merchantId, id, sealed, earlier), ENDPOINT)
  }
  const endpoint = await withAuditEntry(gateway, deed, rotate)
  return { endpoint, secret: new Secret(encodedSecret(secret)) }
}

/** Endpoint with its statistics of the last 24 hours. */
export interface EndpointWithHealth {
  readonly endpoint: WebhookEndpoint
  readonly health: EndpointHealth
}

export async function withDeliveryHealth(
  gateway: Gateway,
  merchantId: string,
  endpoints: readonly WebhookEndpoint[],
): Promise<EndpointWithHealth[]> {
  const ids = endpoints.map(({ id }) => id)
  const healths = await listEndpointHealth(gateway.sql, merchantId, ids)
  const byId = new Map(healths.map((health) => [health.webhookEndpointId, health]))
  return endpoints.map((endpoint) => ({ endpoint, health: byId.get(endpoint.id)! }))
}

const MOST_LATEST = 5

/** Latest attempts at an endpoint, newest first. */
export function readLatestTries({ sql }: Gateway, { merchantId, id }: WebhookEndpoint): Promise<LatestTry[]> {
  return listLatestTries(sql, merchantId, id, MOST_LATEST)
}
