import { type Page, type Position, pageOf } from '#domain/page.ts'
import { type AuditEntry, listAuditEntries } from '#store/merchants/audit-log.ts'
import type { Gateway } from '../gateway.ts'

/** Admin changes, newest first, of one merchant or of all. */
export async function showAuditLog(
  gateway: Gateway,
  merchantId: string | undefined,
  after: Position | undefined,
  limit: number,
): Promise<Page<AuditEntry>> {
  return pageOf(await listAuditEntries(gateway.sql, merchantId, after, limit + 1), limit)
}
