import { OVERLAP_SECONDS } from '#domain/credentials.ts'
import type { EventType } from '#domain/event-types.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import type { Optional } from '../shape/optional.ts'
import { record } from '../shape/record.ts'
import { first, isOne } from '../shape/results.ts'
import { changes, newest } from '../shape/where.ts'

/** Webhook endpoint of a merchant; secrets as the vault sealed them. */
export interface WebhookEndpoint extends Position {
  readonly merchantId: string
  /** Null: events of all the merchant's terminals. */
  readonly terminalId: string | null
  readonly url: string
  readonly status: 'ACTIVE' | 'DISABLED'
  /** Null: only `transaction.processed`. */
  readonly eventTypes: readonly EventType[] | null
  readonly secretSince: Date
  /** The secret before that one signs too, until then; null where there is none. */
  readonly previousSecretUntil: Date | null
}

export type WebhookEndpointChange = Optional<Pick<WebhookEndpoint, 'url' | 'status' | 'terminalId' | 'eventTypes'>>

const ENDPOINT = record<WebhookEndpoint>({
  id: 'webhook_endpoint_id',
  secretSince: 'coalesce(secret_since, created_at)',
  previousSecretUntil: 'case when previous_secret_until > now() then previous_secret_until end',
})('id, merchantId, terminalId, url, status, eventTypes, secretSince, previousSecretUntil, createdAt')

export async function insertWebhookEndpoint(
  sql: Sql,
  endpoint: WebhookEndpoint,
  sealedSecret: Uint8Array,
): Promise<void> {
  await sql`
    insert into webhook_endpoints (webhook_endpoint_id, merchant_id, terminal_id, url, status, event_types, sealed_secret,
      created_at)
    values (${endpoint.id}, ${endpoint.merchantId}, ${endpoint.terminalId}, ${endpoint.url}, ${endpoint.status},
      ${endpoint.eventTypes}, ${sealedSecret}, ${endpoint.createdAt})`
}

export function findWebhookEndpoint(sql: Sql, merchantId: string, id: string): Promise<WebhookEndpoint | undefined> {
  return first(sql<WebhookEndpoint[]>`
    select ${ENDPOINT.select(sql)} from webhook_endpoints where merchant_id = ${merchantId} and webhook_endpoint_id = ${id}`)
}

export async function listWebhookEndpoints(sql: Sql, merchantId: string, after: Position | undefined, limit: number) {
  return sql<WebhookEndpoint[]>`
    select ${ENDPOINT.select(sql)} from webhook_endpoints
    where merchant_id = ${merchantId} ${newest(sql, 'created_at, webhook_endpoint_id', after, limit)}`
}

export async function listActiveEndpointUrls(sql: Sql): Promise<string[]> {
  const rows = await sql<{ url: string }[]>`
    select distinct url from webhook_endpoints where status = 'ACTIVE' order by url`
  return rows.map(({ url }) => url)
}

export async function updateWebhookEndpoint(
  sql: Sql,
  merchantId: string,
  id: string,
  change: WebhookEndpointChange,
): Promise<WebhookEndpoint | undefined> {
  const { url, status, terminalId, eventTypes } = change
  await sql`
    update webhook_endpoints set ${changes(sql, { url, status, terminalId, eventTypes })} updated_at = now()
    where merchant_id = ${merchantId} and webhook_endpoint_id = ${id}`
  return findWebhookEndpoint(sql, merchantId, id)
}

export interface ReplacedSecrets {
  readonly previous: { readonly sealed: Uint8Array; readonly until: string } | null
  readonly earlier: EarlierSecrets
}

/** Secrets before the previous one, the newest first: sealed as one value, with the end of each. */
export interface EarlierSecrets {
  readonly sealed: Uint8Array | null
  readonly until: readonly string[]
}

interface ReplacedRow extends EarlierSecrets {
  readonly previous: Uint8Array | null
  readonly previousUntil: string | null
}

/** Locks an endpoint whose secret is about to be replaced. @returns undefined if the merchant has no such endpoint */
export async function lockReplacedSecrets(
  sql: Sql,
  merchantId: string,
  id: string,
): Promise<ReplacedSecrets | undefined> {
  const [row] = await sql<ReplacedRow[]>`
    select case when previous_secret_until > now() then sealed_previous_secret end as previous,
      previous_secret_until::text as "previousUntil", sealed_earlier_secrets as sealed,
      array(
        select until::text from unnest(earlier_secrets_until) as until where until > now() order by until desc
      ) as until
    from webhook_endpoints
    where merchant_id = ${merchantId} and webhook_endpoint_id = ${id} for update`
  if (!row) return undefined
  const { previous, previousUntil, ...earlier } = row
  return { previous: previous && { sealed: previous, until: previousUntil! }, earlier }
}

/** Replaces a locked endpoint's secret; earlier ones sign during the overlap (docs/reference/events.md#signature). */
export async function rotateWebhookSecret(
  sql: Sql,
  merchantId: string,
  id: string,
  sealedSecret: Uint8Array,
  earlier: EarlierSecrets,
): Promise<WebhookEndpoint | undefined> {
  await sql`
    update webhook_endpoints set
      sealed_previous_secret = sealed_secret, previous_secret_until = now() + make_interval(secs => ${OVERLAP_SECONDS}),
      sealed_earlier_secrets = ${earlier.sealed}, earlier_secrets_until = ${earlier.until}::text[]::timestamptz[],
      sealed_secret = ${sealedSecret}, secret_since = now(), updated_at = now()
    where merchant_id = ${merchantId} and webhook_endpoint_id = ${id}`
  return findWebhookEndpoint(sql, merchantId, id)
}

/** Marks an endpoint as failing. @returns false if it is marked or inactive */
export function markFailing(sql: Sql, merchantId: string, id: string): Promise<boolean> {
  return isOne(sql`
    update webhook_endpoints set failing_since = now()
    where merchant_id = ${merchantId} and webhook_endpoint_id = ${id} and status = 'ACTIVE' and failing_since is null`)
}

/** Finds an active endpoint that nothing has reached for a while, and since when. */
export function findFailingEndpoint(sql: Sql, merchantId: string, id: string) {
  return first(sql<{ url: string; failingSince: Date }[]>`
    select url, failing_since as "failingSince" from webhook_endpoints
    where merchant_id = ${merchantId} and webhook_endpoint_id = ${id} and status = 'ACTIVE' and failing_since is not null`)
}

export async function markRecovered(sql: Sql, merchantId: string, id: string): Promise<void> {
  await sql`
    update webhook_endpoints set failing_since = null where merchant_id = ${merchantId} and webhook_endpoint_id = ${id}`
}

/** Disables an endpoint that responded "gone", unless its URL has changed meanwhile. */
export function disableGoneEndpoint(sql: Sql, merchantId: string, id: string, url: string): Promise<boolean> {
  return isOne(sql`
    update webhook_endpoints set status = 'DISABLED', updated_at = now()
    where merchant_id = ${merchantId} and webhook_endpoint_id = ${id} and url = ${url} and status = 'ACTIVE'`)
}

export function deleteWebhookEndpoint(sql: Sql, merchantId: string, id: string): Promise<boolean> {
  return isOne(sql`
    delete from webhook_endpoints where merchant_id = ${merchantId} and webhook_endpoint_id = ${id}`)
}
