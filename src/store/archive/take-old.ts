import type { Sql } from '../connection/database.ts'
import { lineOf, type TakenRow } from './taken.ts'

/**
 * Events with their deliveries and what is left of their tries, merchant by merchant, the oldest first. One of which a
 * delivery is still due stays.
 */
export async function takeOldEvents(transaction: Sql, days: number, limit: number): Promise<readonly TakenRow[]> {
  return transaction<TakenRow[]>`
    with old as (
      select oldest.merchant_id, oldest.event_id, oldest.created_at
      from merchants cross join lateral (
        select merchant_id, event_id, created_at from events
        where events.merchant_id = merchants.merchant_id and created_at < now() - make_interval(days => ${days})
          -- Found by the event, never by going through all that is due.
          and 'PENDING' <> all (
            select status from deliveries
            where deliveries.merchant_id = events.merchant_id and deliveries.event_id = events.event_id)
        order by created_at limit ${limit} for update skip locked
      ) oldest
      limit ${limit}
    ), taken_events as (
      delete from events using old where events.merchant_id = old.merchant_id and events.event_id = old.event_id
      returning ${lineOf(transaction, 'events')} as row, old.created_at as at
    ), taken_deliveries as (
      delete from deliveries using old
      where deliveries.merchant_id = old.merchant_id and deliveries.event_id = old.event_id
      returning ${lineOf(transaction, 'deliveries')} as row, old.created_at as at
    ), taken_tries as (
      delete from delivery_tries using old
      where delivery_tries.merchant_id = old.merchant_id and delivery_tries.event_id = old.event_id
      returning ${lineOf(transaction, 'delivery_tries')} as row, old.created_at as at
    )
    select 'events' as table, row, at from taken_events
    union all select 'deliveries', row, at from taken_deliveries
    union all select 'delivery_tries', row, at from taken_tries`
}

/** Tries of deliveries. */
export async function takeOldTries(transaction: Sql, days: number, limit: number): Promise<readonly TakenRow[]> {
  return transaction<TakenRow[]>`
    delete from delivery_tries where (merchant_id, event_id, webhook_endpoint_id, attempt) in (
      select merchant_id, event_id, webhook_endpoint_id, attempt from delivery_tries
      where tried_at < now() - make_interval(days => ${days})
      order by tried_at limit ${limit} for update skip locked
    ) returning 'delivery_tries' as table, ${lineOf(transaction, 'delivery_tries')} as row, tried_at as at`
}

/** Requests of merchants' servers. */
export async function takeOldRequests(transaction: Sql, days: number, limit: number): Promise<readonly TakenRow[]> {
  return transaction<TakenRow[]>`
    delete from request_log where (merchant_id, received_at, request_id) in (
      select merchant_id, received_at, request_id from request_log
      where received_at < now() - make_interval(days => ${days})
      limit ${limit} for update skip locked
    ) returning 'request_log' as table, ${lineOf(transaction, 'request_log')} as row, received_at as at`
}
