import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'

type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED'

/** What became of one event at one endpoint. */
interface Delivery {
  readonly webhookEndpointId: string
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly responseStatus: number | null
  readonly nextAttemptAt: Date | null
}

/** An event as it was written with its transaction's final status, with its deliveries. */
export interface StoredEvent extends Position {
  readonly event: string
  readonly transactionId: string
  /** The JSON text every delivery sends. */
  readonly body: string
  readonly deliveries: readonly Delivery[]
}

/** Filters of a list; an absent one does not narrow it. */
export interface EventFilter {
  readonly transactionId?: string | undefined
  /** Of at least one delivery. */
  readonly status?: DeliveryStatus | undefined
  /** Continue after this row of an earlier page. */
  readonly after?: Position | undefined
}

interface EventRow {
  event_id: string
  event: string
  transaction_id: string
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

/** A merchant's events, newest first, at most `limit`. */
export async function listEvents(
  sql: Sql,
  merchantId: string,
  filter: EventFilter,
  limit: number,
): Promise<StoredEvent[]> {
  const { transactionId, status, after } = filter
  const rows = await sql<EventRow[]>`
    select ${sql.unsafe(COLUMNS)} from events
    where merchant_id = ${merchantId}
      ${transactionId === undefined ? sql`` : sql`and transaction_id = ${transactionId}`}
      ${status === undefined ? sql`` : sql`and ${hasDelivery(sql, status)}`}
      ${after === undefined ? sql`` : sql`and (created_at, event_id) < (${after.createdAt}, ${after.id})`}
    order by created_at desc, event_id desc
    limit ${limit}`
  return withDeliveries(sql, merchantId, rows)
}

function hasDelivery(sql: Sql, status: DeliveryStatus) {
  return sql`exists (
    select from deliveries
    where deliveries.merchant_id = events.merchant_id and deliveries.event_id = events.event_id
      and deliveries.status = ${status}
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
