import { type EventType, OPT_IN_EVENT_TYPES } from '#domain/event-types.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { isOne } from '../shape/results.ts'
import { newest, where } from '../shape/where.ts'

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
  readonly createdTo?: Date | undefined
  readonly after?: Position | undefined
}

type EventRow = Omit<StoredEvent, 'deliveries'>

const EVENT = record<EventRow>({ id: 'event_id', body: 'payload' })('id, event, transactionId, body, createdAt')
export const DELIVERY = record<Delivery>()('webhookEndpointId, status, attempts, responseStatus, nextAttemptAt')

export async function findEvent(sql: Sql, merchantId: string, id: string): Promise<StoredEvent | undefined> {
  const rows = await sql<EventRow[]>`
    select ${EVENT.select(sql)} from events where merchant_id = ${merchantId} and event_id = ${id}`
  const [event] = await withDeliveries(sql, merchantId, rows)
  return event
}

/** Records a test of an endpoint, due immediately, unless the endpoint is disabled. @returns whether it was recorded */
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

export async function listEvents(
  sql: Sql,
  merchantId: string,
  filter: EventFilter,
  limit: number,
): Promise<StoredEvent[]> {
  const { event, hidden = [], transactionId, status, webhookEndpointId, createdFrom, createdTo, after } = filter
  const others = [
    ofType(sql, event),
    hidden.length > 0 && sql`event <> all(${hidden})`,
    (status !== undefined || webhookEndpointId !== undefined) && hasDelivery(sql, filter),
    createdFrom && sql`created_at >= ${createdFrom}`,
    createdTo && sql`created_at < ${createdTo}`,
  ]
  const rows = await sql<EventRow[]>`
    select ${EVENT.select(sql)} from events where ${where(sql, { merchantId, transactionId }, ...others)}
      ${newest(sql, 'created_at, event_id', after, limit)}`
  return withDeliveries(sql, merchantId, rows)
}

function ofType(sql: Sql, event: EventFilter['event']) {
  if (event === undefined) return undefined
  return event === 'usual' ? sql`event <> all(${OPT_IN_EVENT_TYPES})` : sql`event = ${event}`
}

function hasDelivery(sql: Sql, { status, webhookEndpointId }: EventFilter) {
  return sql`exists (
    select from deliveries
    where deliveries.merchant_id = events.merchant_id and deliveries.event_id = events.event_id
      and ${where(sql, { 'deliveries.status': status, 'deliveries.webhookEndpointId': webhookEndpointId })}
  )`
}

async function withDeliveries(sql: Sql, merchantId: string, rows: readonly EventRow[]): Promise<StoredEvent[]> {
  if (rows.length === 0) return []
  const deliveries = await sql<(Delivery & { eventId: string })[]>`
    select event_id as "eventId", ${DELIVERY.select(sql)} from deliveries
    where merchant_id = ${merchantId} and event_id = any(${rows.map(({ id }) => id)})
    order by webhook_endpoint_id`
  const byEvent = Map.groupBy(deliveries, ({ eventId }) => eventId)
  return rows.map((row) => ({ ...row, deliveries: (byEvent.get(row.id) ?? []).map(DELIVERY.pick) }))
}
