import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first, isOne } from '../shape/results.ts'

export interface LedgerProof {
  readonly proofId: string
  readonly beganAt: Date
  /** Null while it runs, or if its process died. */
  readonly endedAt: Date | null
  readonly transactions: number | null
  readonly discrepancies: number | null
}

const PROOF = record<LedgerProof>()('proofId, beganAt, endedAt, transactions, discrepancies')

export function beginProof(sql: Sql, proofId: string): Promise<boolean> {
  return isOne(sql`
    insert into ledger_proofs (proof_id) values (${proofId}) on conflict (proof_id) do nothing`)
}

/**
 * Begins the nightly verification, at 2:00 to 5:00 UTC.
 * @returns its ID and its night in days since 1970; undefined if not due or begun
 */
export async function beginNightlyProof(sql: Sql): Promise<{ proofId: string; night: number } | undefined> {
  const [row] = await sql<{ proofId: string; night: number }[]>`
    insert into ledger_proofs (proof_id)
    select 'night ' || (now() at time zone 'UTC')::date
    where extract(hour from now() at time zone 'UTC') between 2 and 4
    on conflict (proof_id) do nothing
    returning proof_id as "proofId", (now() at time zone 'UTC')::date - date '1970-01-01' as night`
  return row
}

export async function endProof(
  sql: Sql,
  proofId: string,
  result: { readonly transactions: number; readonly discrepancies: number },
): Promise<void> {
  await sql`
    update ledger_proofs set ended_at = clock_timestamp(), transactions = ${result.transactions},
      discrepancies = ${result.discrepancies}
    where proof_id = ${proofId}`
}

export function findLastProof(sql: Sql): Promise<LedgerProof | undefined> {
  return first(sql<LedgerProof[]>`
    select ${PROOF.select(sql)} from ledger_proofs where ended_at is not null order by began_at desc limit 1`)
}
