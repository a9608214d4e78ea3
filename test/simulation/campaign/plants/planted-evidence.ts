import type { Database, Sql } from '#store/connection/database.ts'
import type { Evidence } from '../evidence.ts'
import type { Plant } from './plant.ts'

/** A finished run, as far as bugs are planted into it. */
interface Run {
  readonly evidence: Evidence
  readonly merchantId: string
  /** The database that has the merchant's records. */
  readonly sql: Database
  /** Reads everything again, the merchant's records within that SQL transaction. */
  reread(sql: Sql): Promise<Evidence>
}

/** Returns the evidence that a gateway with this bug would leave, and rolls it back. @throws if nothing was planted */
export async function evidenceWith(run: Run, { bug, ledgers, journals }: Plant): Promise<Evidence> {
  if (journals) return journals(run.evidence)
  const rollback = new Error('this was only planted')
  let evidence = run.evidence
  await run.sql
    .begin(async (sql) => {
      // The auditor must also see what the database itself would refuse.
      await sql`set local session_replication_role = replica`
      const { count } = await ledgers!(sql, run.merchantId)
      if (count === 0) throw new Error(`There is nothing to plant this into: ${bug}.`)
      evidence = await run.reread(sql)
      throw rollback
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error
    })
  return evidence
}

/** Deletes the entries of one transaction from the merchant's ledger. */
export async function breakLedger({ sql, merchantId }: Pick<Run, 'sql' | 'merchantId'>): Promise<void> {
  await sql.begin(async (own) => {
    await own`set local session_replication_role = replica`
    await own`delete from ledger_entries where merchant_id = ${merchantId} and transaction_id = (
      select min(transaction_id) from ledger_entries where merchant_id = ${merchantId})`
  })
}
