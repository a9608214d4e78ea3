import { type AuditEntry, type AuditFilter, listAuditEntries } from '#store/merchants/audit-log.ts'
import type { Gateway } from '../gateway.ts'

const BATCH = 1000

/** All matching entries, newest first, read as fast as they are consumed. */
export async function* exportAuditLog({ sql }: Gateway, filter: AuditFilter): AsyncGenerator<readonly AuditEntry[]> {
  let { after } = filter
  for (;;) {
    const entries = await listAuditEntries(sql, { ...filter, after }, BATCH)
    if (entries.length > 0) yield entries
    if (entries.length < BATCH) return
    after = entries.at(-1)
  }
}
