import type { Sql } from '../connection/database.ts'
import { DELIVERY, type Delivery } from './events.ts'

interface DeliveryTry {
  readonly attempt: number
  readonly triedAt: Date
  readonly durationMs: number
  readonly answeredStatus: number | null
  readonly answer: string | null
  readonly failure: string | null
}

export interface TriedDelivery {
  readonly delivery: Delivery
  readonly tries: readonly DeliveryTry[]
}

type Row = Delivery & { [Key in keyof DeliveryTry]: DeliveryTry[Key] | null }

export async function listTriedDeliveries(
  sql: Sql,
  merchantId: string,
  eventId: string,
  limit: number,
): Promise<TriedDelivery[]> {
  const rows = await sql<Row[]>`
    select ${DELIVERY.select(sql, 'delivery')}, tried.attempt, tried.tried_at as "triedAt", tried.duration_ms as "durationMs",
      tried.response_status as "answeredStatus", tried.answer, tried.failure
    from deliveries delivery left join lateral (
      select attempt, tried_at, duration_ms, response_status, answer, failure from delivery_tries
      where merchant_id = delivery.merchant_id and event_id = delivery.event_id
        and webhook_endpoint_id = delivery.webhook_endpoint_id
      order by attempt desc limit ${limit}
    ) tried on true
    where delivery.merchant_id = ${merchantId} and delivery.event_id = ${eventId}
    order by delivery.webhook_endpoint_id, tried.attempt desc`
  const byEndpoint = Map.groupBy(rows, ({ webhookEndpointId }) => webhookEndpointId)
  return [...byEndpoint.values()].map((ofOne) => ({
    delivery: ofOne[0]!,
    tries: ofOne.filter((row): row is Delivery & DeliveryTry => row.attempt !== null),
  }))
}

export interface EndpointHealth {
  readonly webhookEndpointId: string
  /** Of the latest 10,000 at most. */
  readonly tries: number
  readonly delivered: number
  /** Of the last 30 days; null where there was none. */
  readonly lastFailureAt: Date | null
}

export async function listEndpointHealth(sql: Sql, merchantId: string, ids: readonly string[]) {
  return sql<EndpointHealth[]>`
    select endpoint.id as "webhookEndpointId", lately.tries::integer, lately.delivered::integer,
      failed.tried_at as "lastFailureAt"
    from unnest(${ids}::text[]) as endpoint (id)
      cross join lateral (
        select count(*) as tries, count(*) filter (where latest.response_status between 200 and 299) as delivered
        from (
          select response_status from delivery_tries
          where merchant_id = ${merchantId} and webhook_endpoint_id = endpoint.id
            and tried_at > now() - interval '24 hours'
          order by tried_at desc limit 10000
        ) latest
      ) lately
      left join lateral (
        select tried_at from delivery_tries
        where merchant_id = ${merchantId} and webhook_endpoint_id = endpoint.id
          and coalesce(response_status, 0) not between 200 and 299
        order by tried_at desc limit 1
      ) failed on true`
}

export interface LatestTry extends Pick<DeliveryTry, 'triedAt' | 'durationMs' | 'answeredStatus'> {
  readonly eventId: string
  readonly event: string
}

/** Latest attempts of an endpoint within 30 days, newest first. */
export function listLatestTries(sql: Sql, merchantId: string, endpointId: string, limit: number): Promise<LatestTry[]> {
  return sql<LatestTry[]>`
    select tried.event_id as "eventId", events.event, tried.tried_at as "triedAt", tried.duration_ms as "durationMs",
      tried.response_status as "answeredStatus"
    from (
      select event_id, tried_at, duration_ms, response_status from delivery_tries
      where merchant_id = ${merchantId} and webhook_endpoint_id = ${endpointId}
      order by tried_at desc limit ${limit}
    ) tried join events on events.merchant_id = ${merchantId} and events.event_id = tried.event_id
    order by tried.tried_at desc`
}
