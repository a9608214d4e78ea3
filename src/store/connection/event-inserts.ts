import { cachedFragment } from './cached-fragment.ts'

/**
 * A common table expression that writes the event of each transaction that reached its end, from a table `moved` of
 * (merchant_id, id, terminal_id, event_id, event, traceparent, at), and nothing to deliver.
 */
export const insertFinalEventsOnly = cachedFragment(
  (sql) => sql`
    announced as (
      insert into events (merchant_id, event_id, event, transaction_id, payload, traceparent, created_at)
      select merchant_id, event_id, 'transaction.processed', id, event::json, traceparent, at from moved
    )`,
)

/** Adds the deliveries of these events. Endpoints registered later get nothing. */
export const insertFinalEvents = cachedFragment(
  (sql) => sql`
    ${insertFinalEventsOnly(sql)}, queued as (
      insert into deliveries (merchant_id, event_id, webhook_endpoint_id, next_attempt_at)
      select moved.merchant_id, moved.event_id, endpoint.webhook_endpoint_id, now()
      from moved join webhook_endpoints endpoint on endpoint.merchant_id = moved.merchant_id
        and endpoint.status = 'ACTIVE' and coalesce(endpoint.terminal_id, moved.terminal_id) = moved.terminal_id
        and (endpoint.event_types is null or 'transaction.processed' = any(endpoint.event_types))
    )`,
)

/** A common table expression that inserts events of other types, from a table `told` of (merchant_id, terminal_id, event_id, event, body, at). */
export const insertOptInEventsOnly = cachedFragment(
  (sql) => sql`
    told_events as (
      insert into events (merchant_id, event_id, event, transaction_id, terminal_id, payload, created_at)
      select merchant_id, event_id, event, null, terminal_id, body::json, at from told
    )`,
)

/** Adds the deliveries of these events: only endpoints that ask for the type get them. */
export const insertOptInEvents = cachedFragment(
  (sql) => sql`
    ${insertOptInEventsOnly(sql)}, told_deliveries as (
      insert into deliveries (merchant_id, event_id, webhook_endpoint_id, next_attempt_at)
      select told.merchant_id, told.event_id, endpoint.webhook_endpoint_id, now()
      from told join webhook_endpoints endpoint on endpoint.merchant_id = told.merchant_id
        and endpoint.status = 'ACTIVE' and told.event = any(endpoint.event_types)
        and (endpoint.terminal_id is null or endpoint.terminal_id = told.terminal_id)
    )`,
)
