import { keptText } from '#domain/kept-text.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import type { Optional } from '../shape/optional.ts'
import { record } from '../shape/record.ts'
import { newest, where } from '../shape/where.ts'

/** Request and status of its response; never its body. */
export interface NewRequestLogEntry {
  readonly merchantId: string
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly route: string
  readonly status: number
  readonly processingCode: string | null
  /** From the response or the path. */
  readonly transactionId: string | null
  readonly durationMs: number
  readonly clientId: string
  readonly refusedFields: readonly string[]
}

export type RequestLogEntry = NewRequestLogEntry & Position

/** `createdTo` is not included. */
export type RequestFilter = Optional<
  Pick<NewRequestLogEntry, 'method' | 'route' | 'status' | 'requestId'> & {
    errorsOnly: boolean
    transactionId: string
    createdFrom: Date
    createdTo: Date
    after: Position
  }
>

export interface RequestFault {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly refusedFields: readonly string[]
  readonly count: number
  readonly firstAt: Date
  readonly lastAt: Date
  readonly lastRequestId: string
}

/** @param requests with their age, which the database's clock turns into a time */
export async function insertRequests(
  sql: Sql,
  requests: readonly (NewRequestLogEntry & { readonly ageMs: number })[],
): Promise<void> {
  await sql`
    insert into request_log (merchant_id, request_id, received_at, method, path, route, status, processing_code,
      transaction_id, duration_ms, client_id, refused_fields)
    select "merchantId", "requestId", now() - make_interval(secs => "ageMs" / 1000.0), method, path, route, status,
      "processingCode", "transactionId", "durationMs", "clientId", array(select jsonb_array_elements_text("refusedFields"))
    from jsonb_to_recordset(${sql.json(requests.map((request) => ({ ...request, path: keptText(request.path) })) as never)}) as request (
      "merchantId" text, "requestId" text, "ageMs" double precision, method text, path text, route text, status integer,
      "processingCode" text, "transactionId" text, "durationMs" integer, "clientId" text, "refusedFields" jsonb
    )
    on conflict (merchant_id, received_at, request_id) do nothing`
}

const ENTRY = record<RequestLogEntry>({ id: 'request_id', createdAt: 'received_at' })(
  `id, merchantId, requestId, method, path, route, status, processingCode, transactionId, durationMs, clientId,
  refusedFields, createdAt`,
)

export async function listRequests(sql: Sql, merchantId: string, filter: RequestFilter, limit: number) {
  return sql<RequestLogEntry[]>`
    select ${ENTRY.select(sql)} from request_log where ${fits(sql, merchantId, filter)}
      ${newest(sql, 'received_at, request_id', filter.after, limit)}`
}

/** Counts equal errors of requests, the most frequent first. */
export async function countFaults(sql: Sql, merchantId: string, filter: RequestFilter, limit: number) {
  return sql<RequestFault[]>`
    select method, route, status, refused_fields as "refusedFields", count(*)::integer as count,
      min(received_at) as "firstAt", max(received_at) as "lastAt",
      (array_agg(request_id order by received_at desc, request_id desc))[1] as "lastRequestId"
    from request_log
    where ${fits(sql, merchantId, { ...filter, errorsOnly: true })}
    group by method, route, status, refused_fields
    order by count(*) desc, max(received_at) desc limit ${limit}`
}

function fits(sql: Sql, merchantId: string, filter: RequestFilter) {
  const { method, route, status, errorsOnly, requestId, transactionId, createdFrom, createdTo } = filter
  return where(
    sql,
    { merchantId, method, route, 'request_log.status': status, requestId, transactionId },
    (errorsOnly || (status ?? 0) >= 400) && sql`request_log.status >= 400`,
    createdFrom && sql`received_at >= ${createdFrom}`,
    createdTo && sql`received_at < ${createdTo}`,
  )
}
