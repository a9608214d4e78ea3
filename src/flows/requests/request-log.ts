import type { Logger } from 'pino'
import type { Database } from '#store/connection/database.ts'
import {
  countFaults,
  insertRequests,
  listRequests,
  type NewRequestLogEntry,
  type RequestFault,
  type RequestFilter,
  type RequestLogEntry,
} from '#store/requests/request-log.ts'
import type { Gateway } from '../gateway.ts'
import { paged } from '../paged.ts'

export type { NewRequestLogEntry as LoggedRequest, RequestFault, RequestFilter, RequestLogEntry as KeptRequest }

/** Interval of batched writes, so that a request pays for no statement. */
const PAUSE_MS = 1000
/** Maximum of a statement, which then takes milliseconds. */
const MOST_AT_ONCE = 500
/** Maximum per second: the log must not cost the memory of the process. */
const MOST_WAITING = 10_000
const MOST_FAULTS = 50

/** Requests of this process that are not in the database yet. */
export class RequestLog {
  readonly #sql: Database
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  #waiting: (NewRequestLogEntry & { readonly at: number })[] = []
  #leftOut = 0
  #writing: Promise<void> | undefined

  constructor({ sql, log }: Pick<Gateway, 'sql' | 'log'>) {
    this.#sql = sql
    this.#log = log
    this.#timer = setInterval(() => void this.#write(), PAUSE_MS).unref()
  }

  /** Adds a completed request; it is written within about a second. */
  note(request: NewRequestLogEntry): void {
    if (this.#waiting.length >= MOST_WAITING) this.#leftOut += 1
    else this.#waiting.push({ ...request, at: performance.now() })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#write()
    await this.#write()
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  /** A failed write must not delay anything: its requests are omitted. */
  async #writeAll(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    let isWritten = waiting.length > 0
    for (let start = 0; start < waiting.length; start += MOST_AT_ONCE) {
      const batch = waiting.slice(start, start + MOST_AT_ONCE)
      const now = performance.now()
      const rows = batch.map(({ at, ...request }) => ({ ...request, ageMs: now - at + request.durationMs }))
      await insertRequests(this.#sql, rows).catch((error: unknown) => {
        isWritten = false
        this.#leftOut += batch.length
        this.#log.warn({ err: error }, 'requests not written to the request log')
      })
    }
    // One line for an outage of the database, once it is over.
    if (this.#leftOut === 0 || !isWritten) return
    this.#log.warn({ requests: this.#leftOut }, 'requests omitted from the request log')
    this.#leftOut = 0
  }
}

/** A merchant's requests of the last 30 days, newest first (docs/reference/requests.md#request-log). */
export const showRequests = paged(listRequests)

/** Rejected and failed requests, grouped by error, most frequent first. */
export function showFaults({ sql }: Gateway, merchantId: string, filter: RequestFilter): Promise<RequestFault[]> {
  return countFaults(sql, merchantId, filter, MOST_FAULTS)
}
