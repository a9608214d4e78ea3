import type { Connection } from './connection.ts'
import type { Listing } from './listing.ts'
import type { Page } from './requests.ts'

/** Balance in a currency (docs/reference/balances.md#what-is-owed). Minor units. */
export interface Balance {
  readonly currency: string
  /** Owed to you from payments that are not settled yet. */
  readonly pending: bigint
  /** Owed to you; negative where you owe it. */
  readonly available: bigint
  /** Held on cards and not captured. */
  readonly authorized: bigint
}

/** A day in UTC on which money moved (docs/reference/balances.md#settlement-days). Minor units. */
export interface SettlementDay {
  readonly date: string
  readonly currency: string
  /** Positive if it goes to you. */
  readonly gross: bigint
  readonly fee: bigint
  readonly net: bigint
  /** Transactions that moved money. */
  readonly rows: number
  /** True if nothing can be added any more. */
  readonly closed: boolean
}

/** Days in UTC, such as `2026-01-31`, both included. */
export interface SettlementFilters extends Page {
  readonly from?: string
  readonly to?: string
}

const PATH = '/api/settlements'

/** Settlements by day. */
export class Settlements {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  list(filters: SettlementFilters = {}): Listing<SettlementDay> {
    return this.#connection.list(PATH, filters)
  }

  /** The report of a day as CSV. @param date such as `2026-01-31`, in UTC */
  report(date: string): Promise<string> {
    return this.#connection.download(`${PATH}/${encodeURIComponent(date)}.csv`)
  }
}
