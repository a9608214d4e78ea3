import type { Sql } from '../connection/database.ts'
import type { Optional } from '../shape/optional.ts'
import { where } from '../shape/where.ts'

/** Due delivery, owned by its claimant until the lease ends. */
export interface ClaimedDelivery {
  readonly merchantId: string
  readonly eventId: string
  readonly webhookEndpointId: string
  /** Including the current one. */
  readonly attempts: number
  readonly body: string
  readonly traceparent: string | null
  /** Null if the endpoint was disabled or deleted meanwhile. */
  readonly target: DeliveryTarget | null
}

export interface DeliveryTarget {
  readonly url: string
  readonly sealedSecret: Uint8Array
  /** Signs too, for 24 hours after a rotation. */
  readonly sealedPreviousSecret: Uint8Array | null
  /** Earlier secrets, the newest first, sealed as one value. */
  readonly sealedEarlierSecrets: Uint8Array | null
  /** Number of those that still sign. */
  readonly earlierSecrets: number
  /** Nothing has reached it for a while. */
  readonly isFailing: boolean
}

export interface ClaimSize {
  readonly limit: number
  readonly perEndpoint: number
  /** Endpoints this worker is busy with take only this many more. */
  readonly capacities: Readonly<Record<string, number>>
  readonly leaseSeconds: number
}

export interface DeliveryMark {
  readonly merchantId: string
  readonly eventId: string
  readonly webhookEndpointId: string
  readonly attempts: number
  readonly status: 'PENDING' | 'DELIVERED' | 'FAILED'
  readonly responseStatus: number | null
  readonly delaySeconds: number | null
  readonly durationMs: number
  readonly answer: string | null
  readonly failure: string | null
}

interface ClaimedRow extends Omit<ClaimedDelivery, 'target'>, Omit<DeliveryTarget, 'url'> {
  readonly url: string | null
}

/**
 * Claims due deliveries: counts the attempt and postpones the next to the lease's end. Takes a few per endpoint at
 * random, so a long queue blocks no other; `endpoints` skips queues through the index. Lost claims are repeated, and so
 * are their deliveries.
 */
export async function claimDeliveries(sql: Sql, size: ClaimSize): Promise<ClaimedDelivery[]> {
  const rows = await sql<ClaimedRow[]>`
    with recursive endpoints as (
      select min(webhook_endpoint_id) as id from deliveries where status = 'PENDING'
      union all
      select (select min(webhook_endpoint_id) from deliveries where status = 'PENDING' and webhook_endpoint_id > id)
      from endpoints where id is not null
    ), due as (
      select claimable.merchant_id, claimable.event_id, claimable.webhook_endpoint_id
      from (
        select id from endpoints where id is not null and ${asyncCommitCondition(sql)} order by random()
      ) shuffled cross join lateral (
        select merchant_id, event_id, webhook_endpoint_id from deliveries
        where status = 'PENDING' and webhook_endpoint_id = shuffled.id and next_attempt_at <= now()
        order by next_attempt_at
        limit coalesce((${sql.json(size.capacities)}::jsonb ->> shuffled.id)::integer, ${size.perEndpoint})
        for update skip locked
      ) claimable
      limit ${size.limit}
    )
    update deliveries set
      attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${size.leaseSeconds}), updated_at = now()
    from due
      join events on events.merchant_id = due.merchant_id and events.event_id = due.event_id
      left join webhook_endpoints endpoint on endpoint.merchant_id = due.merchant_id
        and endpoint.webhook_endpoint_id = due.webhook_endpoint_id and endpoint.status = 'ACTIVE'
    where deliveries.merchant_id = due.merchant_id and deliveries.event_id = due.event_id
      and deliveries.webhook_endpoint_id = due.webhook_endpoint_id
    returning due.merchant_id as "merchantId", due.event_id as "eventId", due.webhook_endpoint_id as "webhookEndpointId",
      deliveries.attempts, events.payload as body, events.traceparent, endpoint.url, endpoint.sealed_secret as "sealedSecret",
      case when endpoint.previous_secret_until > now() then endpoint.sealed_previous_secret end as "sealedPreviousSecret",
      endpoint.sealed_earlier_secrets as "sealedEarlierSecrets", (
        select count(*)::integer from unnest(endpoint.earlier_secrets_until) as until where until > now()
      ) as "earlierSecrets",
      endpoint.failing_since is not null as "isFailing"`
  return rows.map(toClaimed)
}

/**
 * Records the end of attempts, each as a try, in one statement. Only the try counts if another worker repeats it; a
 * success counts even after disabling. A redelivery requested meanwhile stays due if this one failed.
 */
export async function markDeliveries(sql: Sql, marks: readonly DeliveryMark[]): Promise<void> {
  // A claim postpones the delivery, so one that is due was requested again.
  const askedAgain = sql`mark.status <> 'DELIVERED' and deliveries.next_attempt_at <= now()`
  await sql`
    with mark as (
      select "merchantId", "eventId", "webhookEndpointId", attempts, status, "responseStatus", "delaySeconds",
        "durationMs", answer, failure
      from jsonb_to_recordset(${sql.json(marks)}) as mark (
        "merchantId" text, "eventId" text, "webhookEndpointId" text, attempts integer, status text,
        "responseStatus" integer, "delaySeconds" double precision, "durationMs" integer, answer text, failure text
      )
    ), tried as (
      insert into delivery_tries (merchant_id, event_id, webhook_endpoint_id, attempt, tried_at, duration_ms,
        response_status, answer, failure)
      select "merchantId", "eventId", "webhookEndpointId", attempts,
        now() - make_interval(secs => "durationMs" / 1000.0), "durationMs", "responseStatus", answer, failure
      from mark
      on conflict (merchant_id, event_id, webhook_endpoint_id, attempt) do nothing
    )
    update deliveries set
      status = case when ${askedAgain} then 'PENDING' else mark.status end, response_status = mark."responseStatus",
      next_attempt_at = case
        when ${askedAgain} then deliveries.next_attempt_at else now() + make_interval(secs => mark."delaySeconds")
      end,
      updated_at = now()
    from mark
    where deliveries.merchant_id = mark."merchantId" and deliveries.event_id = mark."eventId"
      and deliveries.webhook_endpoint_id = mark."webhookEndpointId" and deliveries.attempts = mark.attempts
      and ${asyncCommitCondition(sql)}
      and (deliveries.status = 'PENDING' or mark.status = 'DELIVERED')`
}

/** Ends pending deliveries to an endpoint that is disabled or deleted; they can be sent again on request. */
export async function failPendingDeliveries(sql: Sql, merchantId: string, webhookEndpointId: string): Promise<void> {
  await sql`
    update deliveries set status = 'FAILED', next_attempt_at = null, updated_at = now()
    where status = 'PENDING' and (merchant_id, event_id, webhook_endpoint_id) in (
      select merchant_id, event_id, webhook_endpoint_id from deliveries
      where merchant_id = ${merchantId} and webhook_endpoint_id = ${webhookEndpointId} and status = 'PENDING'
      for update skip locked
    )`
}

/**
 * Queues an event for all active endpoints that match its terminal, newer ones included; a test only for its endpoint.
 */
export async function redeliver(sql: Sql, merchantId: string, eventId: string): Promise<void> {
  await sql`
    insert into deliveries (merchant_id, event_id, webhook_endpoint_id, next_attempt_at)
    select events.merchant_id, events.event_id, endpoint.webhook_endpoint_id, now()
    from events
      left join transactions on transactions.merchant_id = events.merchant_id
        and transactions.id = events.transaction_id
      join webhook_endpoints endpoint on endpoint.merchant_id = events.merchant_id and endpoint.status = 'ACTIVE'
        and case when events.event = 'endpoint.test' then exists (
          select from deliveries tested
          where tested.merchant_id = events.merchant_id and tested.event_id = events.event_id
            and tested.webhook_endpoint_id = endpoint.webhook_endpoint_id)
        else events.event = any(coalesce(endpoint.event_types, '{transaction.processed}'))
          and (endpoint.terminal_id is null
            or endpoint.terminal_id = coalesce(transactions.terminal_id, events.terminal_id)) end
    where events.merchant_id = ${merchantId} and events.event_id = ${eventId}
    -- Not while the event is leaving for the archive.
    for key share of events
    on conflict (merchant_id, event_id, webhook_endpoint_id) do update
      set status = 'PENDING', next_attempt_at = excluded.next_attempt_at, updated_at = excluded.updated_at`
}

/** `createdTo` is not included. */
export type FailedFilter = Optional<{ webhookEndpointId: string; createdFrom: Date; createdTo: Date }>

/** Queues failed deliveries to active endpoints again, those of the newest events first. @returns how many */
export async function redeliverFailed(
  sql: Sql,
  merchantId: string,
  filter: FailedFilter,
  limit: number,
): Promise<number> {
  const { webhookEndpointId, createdFrom, createdTo } = filter
  const queued = await sql`
    update deliveries set status = 'PENDING', next_attempt_at = now(), updated_at = now()
    where status = 'FAILED' and (merchant_id, event_id, webhook_endpoint_id) in (
      select failed.merchant_id, failed.event_id, failed.webhook_endpoint_id
      from deliveries failed
        join events on events.merchant_id = failed.merchant_id and events.event_id = failed.event_id
        join webhook_endpoints endpoint on endpoint.merchant_id = failed.merchant_id
          and endpoint.webhook_endpoint_id = failed.webhook_endpoint_id and endpoint.status = 'ACTIVE'
      where failed.status = 'FAILED' and ${where(
        sql,
        { 'failed.merchantId': merchantId, 'failed.webhookEndpointId': webhookEndpointId },
        createdFrom && sql`events.created_at >= ${createdFrom}`,
        createdTo && sql`events.created_at < ${createdTo}`,
      )}
      order by events.created_at desc limit ${limit}
      for update of failed skip locked
    )`
  return queued.count
}

function toClaimed({ url, ...row }: ClaimedRow): ClaimedDelivery {
  const { sealedSecret, sealedPreviousSecret, sealedEarlierSecrets, earlierSecrets, isFailing, ...claimed } = row
  const secrets = { sealedSecret, sealedPreviousSecret, sealedEarlierSecrets, earlierSecrets }
  return { ...claimed, target: url === null ? null : { url, ...secrets, isFailing } }
}

/** Always true; makes the commit asynchronous, saving 0.1 ms of CPU. After a crash deliveries may repeat. */
function asyncCommitCondition(sql: Sql) {
  return sql`(select set_config('synchronous_commit', 'off', true) is not null)`
}

const MOST = 10_000

export interface DueDeliveries {
  /** Of 10,000 at most. */
  readonly count: number
  readonly oldestAt: Date | null
}

export async function countDueDeliveries(sql: Sql): Promise<DueDeliveries> {
  const [row] = await sql<[DueDeliveries]>`
    select count(*)::integer as count, min(next_attempt_at) as "oldestAt"
    from (select next_attempt_at from deliveries where status = 'PENDING' and next_attempt_at <= now() limit ${MOST}) due`
  return row
}
