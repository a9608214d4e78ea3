import { type EventType, OPT_IN_EVENT_TYPES } from '#domain/event-types.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import { isOne } from '../shape/results.ts'

type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED'

export interface Delivery {
  readonly webhookEndpointId: string
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly responseStatus: number | null
  readonly nextAttemptAt: Date | null
}

export interface StoredEvent extends Position {
  readonly event: string
  /** Null for a test of an endpoint. */
  readonly transactionId: string | null
  /** The JSON text every delivery sends. */
  readonly body: string
  readonly deliveries: readonly Delivery[]
}

export interface EventFilter {
  /** A type, or those that every endpoint gets unless it asks for others. Every type where it is absent. */
  readonly event?: EventType | 'usual' | undefined
  readonly hidden?: readonly EventType[]
  readonly transactionId?: string | undefined
  /** Of at least one delivery. */
  readonly status?: DeliveryStatus | undefined
  /** With a delivery there; together with a status, that one is meant. */
  readonly webhookEndpointId?: string | undefined
  readonly createdFrom?: Date | undefined
  /** This moment itself is not included. */
  readonly createdTo?: Date | undefined
  readonly after?: Position | undefined
}

interface EventRow {
  event_id: string
  event: string
  transaction_id: string | null
  payload: string
  created_at: Date
}

const COLUMNS = 'event_id, event, transaction_id, payload, created_at'

interface DeliveryRow {
  event_id: string
  webhook_endpoint_id: string
  status: DeliveryStatus
  attempts: number
  response_status: number | null
  next_attempt_at: Date | null
}

export async function findEvent(sql: Sql, merchantId: string, id: string): Promise<StoredEvent | undefined> {
  const rows = await sql<EventRow[]>`
    select ${sql.unsafe(COLUMNS)} from events where merchant_id = ${merchantId} and event_id = ${id}`
  const [event] = await withDeliveries(sql, merchantId, rows)
  return event
}

/**
 * Records a test of an endpoint, due at once, unless the endpoint is disabled.
 * @returns whether it was recorded
 */
export function insertEndpointTest(
  sql: Sql,
  test: Omit<StoredEvent, 'transactionId' | 'deliveries'> & {
    readonly merchantId: string
    readonly webhookEndpointId: string
  },
): Promise<boolean> {
  return isOne(sql`
    with target as (
      select merchant_id, webhook_endpoint_id from webhook_endpoints
      where merchant_id = ${test.merchantId} and webhook_endpoint_id = ${test.webhookEndpointId} and status = 'ACTIVE'
    ), event as (
      insert into events (merchant_id, event_id, event, transaction_id, payload, created_at)
      select merchant_id, ${test.id}, ${test.event}, null, ${test.body}::text::json, ${test.createdAt} from target
    )
    insert into deliveries (merchant_id, event_id, webhook_endpoint_id, next_attempt_at)
    select merchant_id, ${test.id}, webhook_endpoint_id, now() from target`)
}

/** A merchant's events, newest first, at most `limit`. */
export async function listEvents(
  sql: Sql,
  merchantId: string,
  filter: EventFilter,
  limit: number,
): Promise<StoredEvent[]> {
  const { event, hidden = [], transactionId, status, webhookEndpointId, createdFrom, createdTo, after } = filter
  const isOfDelivery = status !== undefined || webhookEndpointId !== undefined
  const rows = await sql<EventRow[]>`
    select ${sql.unsafe(COLUMNS)} from events
    where merchant_id = ${merchantId}
      ${ofType(sql, event)}
      ${hidden.length === 0 ? sql`` : sql`and event <> all(${[...hidden]})`}
      ${transactionId === undefined ? sql`` : sql`and transaction_id = ${transactionId}`}
      ${isOfDelivery ? sql`and ${hasDelivery(sql, filter)}` : sql``}
      ${createdFrom === undefined ? sql`` : sql`and created_at >= ${createdFrom}`}
      ${createdTo === undefined ? sql`` : sql`and created_at < ${createdTo}`}
      ${after === undefined ? sql`` : sql`and (created_at, event_id) < (${after.createdAt}, ${after.id})`}
    order by created_at desc, event_id desc
    limit ${limit}`
  return withDeliveries(sql, merchantId, rows)
}

function ofType(sql: Sql, event: EventFilter['event']) {
  if (event === undefined) return sql``
  return event === 'usual' ? sql`and event <> all(${[...OPT_IN_EVENT_TYPES]})` : sql`and event = ${event}`
}

function hasDelivery(sql: Sql, { status, webhookEndpointId }: EventFilter) {
  return sql`exists (
    select from deliveries
    where deliveries.merchant_id = events.merchant_id and deliveries.event_id = events.event_id
      ${status === undefined ? sql`` : sql`and deliveries.status = ${status}`}
      ${webhookEndpointId === undefined ? sql`` : sql`and deliveries.webhook_endpoint_id = ${webhookEndpointId}`}
  )`
}

async function withDeliveries(sql: Sql, merchantId: string, rows: readonly EventRow[]): Promise<StoredEvent[]> {
  if (rows.length === 0) return []
  const deliveries = await sql<DeliveryRow[]>`
    select event_id, webhook_endpoint_id, status, attempts, response_status, next_attempt_at from deliveries
    where merchant_id = ${merchantId} and event_id = any(${rows.map((row) => row.event_id)})
    order by webhook_endpoint_id`
  const byEvent = Map.groupBy(deliveries, (delivery) => delivery.event_id)
  return rows.map((row) => ({
    id: row.event_id,
    event: row.event,
    transactionId: row.transaction_id,
    body: row.payload,
    createdAt: row.created_at,
    deliveries: (byEvent.get(row.event_id) ?? []).map(toDelivery),
  }))
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    webhookEndpointId: row.webhook_endpoint_id,
    status: row.status,
    attempts: row.attempts,
    responseStatus: row.response_status,
    nextAttemptAt: row.next_attempt_at,
  }
}
