import type { Sql } from '../connection/database.ts'
import type { Fragment } from '../shape/fragment.ts'

export interface ArchivedRow {
  readonly table: ArchivedTable
  readonly row: string
  readonly at: Date
}

/** Removes at most `limit` rows older than `days`. The caller commits. */
export type Take = (transaction: Sql, days: number, limit: number) => Promise<readonly ArchivedRow[]>

export const ARCHIVED_TABLES = {
  events: 'merchant_id, event_id, event, transaction_id, payload, traceparent, created_at, terminal_id',
  deliveries:
    'merchant_id, event_id, webhook_endpoint_id, status, attempts, response_status, next_attempt_at, updated_at',
  delivery_tries:
    'merchant_id, event_id, webhook_endpoint_id, attempt, tried_at, duration_ms, response_status, answer, failure',
  request_log: `merchant_id, request_id, received_at, method, path, route, status, processing_code, duration_ms, client_id,
    refused_fields, transaction_id`,
} as const

export type ArchivedTable = keyof typeof ARCHIVED_TABLES

export function lineOf(sql: Sql, table: ArchivedTable): Fragment {
  return asLine(sql, `row_to_json(${table})::text`)
}

/** JSON as one line: a line feed in it can only stand between its parts. */
export function asLine(sql: Sql, json: string): Fragment {
  return sql.unsafe(`translate(${json}, E'\\n\\r', '  ')`)
}
