import type { Page } from './requests.ts'

/** A time span, RFC 3339; its end is not included. */
interface Period {
  readonly created_from?: string
  readonly created_to?: string
}

/** Filters of `GET /api/audit-log`. */
export interface AuditLogFilters extends Page, Period {
  /** A client id or the id of a person. */
  readonly actor?: string
  /** Such as `terminal.changed`. */
  readonly action?: string
  /** The id of what was changed. */
  readonly subject?: string
}

/** A change, and who made it. */
export interface AuditEntry {
  readonly id: string
  readonly merchant_id: string | null
  readonly actor: string
  readonly actor_kind: 'operator' | 'merchant' | 'person' | 'system' | null
  readonly ip: string | null
  readonly request_id: string | null
  readonly action: string
  readonly subject: string
  readonly changes: Readonly<Record<string, unknown>>
  readonly created_at: string
}

/** Filters of `GET /api/requests/faults`. */
export interface FaultFilters extends Period {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Such as `/api/transactions/authorize`. */
  readonly route?: string
  readonly status?: number
}

/** Filters of `GET /api/requests`. */
export interface RequestFilters extends FaultFilters, Page {
  /** Only what was refused or failed. */
  readonly errors?: boolean
  /** `requestId` of a TollgateError. */
  readonly request_id?: string
  /** That the answer told of, or the path named. */
  readonly transaction_id?: string
}

/** A request that the gateway got from you. */
export interface RequestRecord {
  readonly request_id: string
  readonly received_at: string
  readonly method: string
  readonly path: string
  readonly route: string
  readonly status: number
  readonly processing_code: string | null
  readonly transaction_id: string | null
  readonly duration_ms: number
  readonly client_id: string
  readonly refused_fields: readonly string[]
}

/** One fault of several requests. */
export interface RequestFault {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly refused_fields: readonly string[]
  readonly count: number
  readonly first_at: string
  readonly last_at: string
  readonly last_request_id: string
}
