import type { Transaction } from '../connection/sql.ts'
import { COPIED, type MovedTable } from './tables.ts'

/** Small, so that the log and vacuum keep up. */
const BATCH = 5000

/** Removes a merchant's rows, also those that the gateway may never delete. */
export async function removeRows(
  sql: Transaction,
  tables: readonly MovedTable[],
  merchantId: string,
  removed: (table: string, rows: number) => void,
): Promise<void> {
  const names = [...tables.map(({ name }) => name), ...COPIED, 'memberships', 'request_log', 'invitations']
  for (const name of [...names, 'dashboard_sessions', 'provider_circuits']) {
    for (;;) {
      const count = await sql.begin(async (transaction) => {
        // Its trigger has the bytes erased.
        if (name !== 'authentication_secrets') await transaction`set local session_replication_role = replica`
        const rows = await transaction.unsafe(
          `delete from ${name} where ctid = any(array(select ctid from ${name} where merchant_id = $1 limit ${BATCH}))`,
          [merchantId],
        )
        return rows.count
      })
      if (count > 0) removed(name, count)
      if (count < BATCH) break
    }
  }
}
