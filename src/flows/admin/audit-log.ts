import { type AuditEntry, listAuditEntries } from '#store/merchants/audit-log.ts'
import { paged } from '../paged.ts'

export type { AuditEntry }

/** Audit entries of one merchant or of all, newest first. */
export const showAuditLog = paged(listAuditEntries)
