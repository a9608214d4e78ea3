import type { Sql } from '#store/connection/database.ts'
import type { InvariantName } from '../audit/index.ts'
import type { Evidence } from '../evidence.ts'

/** A bug planted into what a finished campaign left: the auditor has to see it. */
export interface Plant {
  /** Behavior of a gateway with this bug. */
  readonly bug: string
  readonly breaks: InvariantName
  /** Changes the ledgers, in a transaction that is rolled back afterwards. @returns the rows it changed */
  readonly ledgers?: (sql: Sql, merchantId: string) => Promise<{ readonly count: number }>
  /** Changes what the client or the receiver wrote down. */
  readonly journals?: (evidence: Evidence) => Evidence
}

/** Selects one that is in the client's journal. */
export const approved = (sql: Sql, merchantId: string, type: string) => sql`
  select id from transactions
  where merchant_id = ${merchantId} and status = 'APPROVED' and transaction_type = ${type} and metadata ->> 'operation' is not null
  order by id limit 1`
