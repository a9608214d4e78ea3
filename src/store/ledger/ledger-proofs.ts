import type { Sql } from '../connection/database.ts'
import type { Fragment } from '../shape/fragment.ts'
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

/** A nightly verification that begins. Nights are days since 1970. */
export interface NightlyProof {
  readonly proofId: string
  readonly night: number
  /** The last that ended; null before the first. */
  readonly lastNight: number | null
}

/** Begins the nightly verification, at 2:00 to 5:00 UTC. @returns undefined if it is not due or has begun */
export async function beginNightlyProof(sql: Sql): Promise<NightlyProof | undefined> {
  const [row] = await sql<NightlyProof[]>`
    insert into ledger_proofs (proof_id)
    select 'night ' || (now() at time zone 'UTC')::date
    where extract(hour from now() at time zone 'UTC') between 2 and 4
    on conflict (proof_id) do nothing
    returning proof_id as "proofId", (now() at time zone 'UTC')::date - date '1970-01-01' as night,
      (select max(substring(proof_id from 7)::date) - date '1970-01-01' from ledger_proofs
      where proof_id like 'night %' and ended_at is not null) as "lastNight"`
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

/** Last verification. A night proves a part, so its discrepancies count until a complete verification finds none. */
export function lastProof(sql: Sql): Fragment {
  return sql`
    select proof_id, began_at, ended_at, transactions, greatest(discrepancies, (
      select max(discrepancies) from ledger_proofs since
      where since.began_at > (select coalesce(max(began_at), '-infinity') from ledger_proofs complete
        where ended_at is not null and discrepancies = 0 and proof_id not like 'night %'))) as discrepancies
    from ledger_proofs where ended_at is not null order by began_at desc limit 1`
}

export function findLastProof(sql: Sql): Promise<LedgerProof | undefined> {
  return first(sql<LedgerProof[]>`select ${PROOF.select(sql)} from (${lastProof(sql)}) as last`)
}
