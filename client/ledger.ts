import type { Listing } from './listing.ts'
import { pathTo, Resource } from './resource.ts'
import type { DownloadSettlementReportQuery, SettlementDay, SettlementFilters } from './schema.ts'

const PATH = '/api/settlements'

/** Settlement reports by day. */
export class Settlements extends Resource {
  list(filters: SettlementFilters = {}): Listing<SettlementDay> {
    return this.connection.list(PATH, filters)
  }

  /** The report of a day as CSV. @param date such as `2026-01-31`, in UTC */
  report(date: string, query: DownloadSettlementReportQuery = {}): Promise<string> {
    return this.connection.download(`${pathTo(PATH, date)}.csv`, query)
  }
}
