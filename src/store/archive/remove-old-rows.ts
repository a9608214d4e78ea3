import type { Sql } from '../connection/database.ts'
import { type ArchivedRow, asLine, lineOf } from './archived-row.ts'

/** Removes old events with deliveries and tries, by merchant, oldest first, unless a delivery is pending. */
export async function removeOldEvents(transaction: Sql, days: number, limit: number): Promise<readonly ArchivedRow[]> {
  return transaction<ArchivedRow[]>`
    select source as table, ${asLine(transaction, 'line')} as row, at
    from take_old_events(${days}::integer, ${limit}::integer)`
}

export async function removeOldTries(transaction: Sql, days: number, limit: number): Promise<readonly ArchivedRow[]> {
  return transaction<ArchivedRow[]>`
    delete from delivery_tries where (merchant_id, event_id, webhook_endpoint_id, attempt) in (
      select merchant_id, event_id, webhook_endpoint_id, attempt from delivery_tries
      where tried_at < now() - make_interval(days => ${days})
      order by tried_at limit ${limit} for update skip locked
    ) returning 'delivery_tries' as table, ${lineOf(transaction, 'delivery_tries')} as row, tried_at as at`
}

export async function removeOldRequests(transaction: Sql, days: number, limit: number) {
  return transaction<ArchivedRow[]>`
    delete from request_log where (merchant_id, received_at, request_id) in (
      select merchant_id, received_at, request_id from request_log
      where received_at < now() - make_interval(days => ${days})
      limit ${limit} for update skip locked
    ) returning 'request_log' as table, ${lineOf(transaction, 'request_log')} as row, received_at as at`
}
