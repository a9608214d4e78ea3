import type { FurtherEvent } from '#domain/event-types.ts'
import type { Sql } from '../connection/database.ts'

/**
 * CTEs with the event of each ended transaction and its deliveries, to endpoints registered before. Reads `moved`
 * (merchant_id, id, terminal_id, event_id, event, traceparent, at).
 * @param isPast true if nothing is delivered
 */
export function transactionEvents(sql: Sql, isPast = false) {
  const announced = sql`
    announced as (
      insert into events (merchant_id, event_id, event, transaction_id, payload, traceparent, created_at)
      select merchant_id, event_id, 'transaction.processed', id, event::json, traceparent, at from moved
    )`
  if (isPast) return announced
  return sql`${announced}, queued as (
      insert into deliveries (merchant_id, event_id, webhook_endpoint_id, next_attempt_at)
      select moved.merchant_id, moved.event_id, endpoint.webhook_endpoint_id, now()
      from moved join webhook_endpoints endpoint on endpoint.merchant_id = moved.merchant_id
        and endpoint.status = 'ACTIVE' and coalesce(endpoint.terminal_id, moved.terminal_id) = moved.terminal_id
        and (endpoint.event_types is null or 'transaction.processed' = any(endpoint.event_types))
    )`
}

/** Further events of a transaction's end. Reads `moved` (merchant_id, terminal_id, further, at). */
export function furtherEvents(sql: Sql, isPast: boolean) {
  return sql`told as (
      select moved.merchant_id, moved.terminal_id, one.id as event_id, one.type as event, one.body, moved.at
      from moved cross join lateral json_to_recordset(moved.further) as one (id text, type text, body text)
    ), ${optInEvents(sql, isPast)}`
}

/**
 * CTEs with other events, delivered to subscribed endpoints only. Reads `told` (merchant_id, terminal_id, event_id,
 * event, body, at).
 * @param isPast true if nothing is delivered
 */
function optInEvents(sql: Sql, isPast = false) {
  const events = sql`
    told_events as (
      insert into events (merchant_id, event_id, event, transaction_id, terminal_id, payload, created_at)
      select merchant_id, event_id, event, null, terminal_id, body::json, at from told
    )`
  if (isPast) return events
  return sql`${events}, told_deliveries as (
      insert into deliveries (merchant_id, event_id, webhook_endpoint_id, next_attempt_at)
      select told.merchant_id, told.event_id, endpoint.webhook_endpoint_id, now()
      from told join webhook_endpoints endpoint on endpoint.merchant_id = told.merchant_id
        and endpoint.status = 'ACTIVE' and told.event = any(endpoint.event_types)
        and (endpoint.terminal_id is null or endpoint.terminal_id = told.terminal_id)
    )`
}

/** Records events and queues deliveries, in the SQL transaction of their occasion. */
export async function recordFurtherEvents(sql: Sql, events: readonly FurtherEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`
    with told as (
      select merchant_id, terminal_id, event_id, event, body, at
      from json_to_recordset(${JSON.stringify(events.map(toRow))}::json) as told (
        merchant_id text, terminal_id text, event_id text, event text, body text, at timestamptz)
    ), ${optInEvents(sql)}
    select 1 from told limit 1`
}

function toRow({ id, type, merchantId, terminalId, body, at }: FurtherEvent) {
  return { merchant_id: merchantId, terminal_id: terminalId, event_id: id, event: type, body, at }
}
