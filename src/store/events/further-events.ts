import type { FurtherEvent } from '#domain/event-types.ts'
import type { Sql } from '../connection/database.ts'
import { insertOptInEvents } from '../connection/event-inserts.ts'

/** Records events and queues their deliveries; in the SQL transaction of what they tell of. */
export async function recordFurtherEvents(sql: Sql, events: readonly FurtherEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`
    with told as (
      select merchant_id, terminal_id, event_id, event, body, at
      from json_to_recordset(${JSON.stringify(events.map(toRow))}::json) as told (
        merchant_id text, terminal_id text, event_id text, event text, body text, at timestamptz)
    ), ${insertOptInEvents(sql)}
    select 1 from told limit 1`
}

function toRow({ id, type, merchantId, terminalId, body, at }: FurtherEvent) {
  return { merchant_id: merchantId, terminal_id: terminalId, event_id: id, event: type, body, at }
}
