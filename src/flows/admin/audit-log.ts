import { type Page, toPage } from '#domain/page.ts'
import { type AuditEntry, type AuditFilter, listAuditEntries } from '#store/merchants/audit-log.ts'
import type { Gateway } from '../gateway.ts'

export type { AuditEntry }

/** Newest first, of one merchant or of all. */
export async function showAuditLog(gateway: Gateway, filter: AuditFilter, limit: number): Promise<Page<AuditEntry>> {
  return toPage(await listAuditEntries(gateway.sql, filter, limit + 1), limit)
}
