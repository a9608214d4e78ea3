import { type AuditEntry, showAuditLog } from '#flows/admin/audit-log.ts'
import { AuditEntryRecord, AuditLogQuery, auditEntryView, OwnAuditLogQuery } from '#interface/audit-entry.ts'
import type { CsvFormat } from '#interface/csv.ts'
import { ListOf } from '#interface/types.ts'
import { csvFile } from '../response/csv.ts'
import { answer, get } from '../route.ts'
import { filterOf, limitOf, listView } from './common/paging.ts'

const COLUMNS = [
  'id',
  'created_at',
  'actor',
  'actor_name',
  'actor_kind',
  'ip',
  'request_id',
  'action',
  'subject',
  'changes',
] as const

export function auditLogCsv(format: CsvFormat, batches: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  return csvFile(format, COLUMNS, rowsOf(batches))
}

async function* rowsOf(batches: AsyncIterable<readonly AuditEntry[]>) {
  for await (const entries of batches) yield entries.map(rowOf)
}

function rowOf(entry: AuditEntry) {
  const shown = auditEntryView(entry)
  const cells = { ...shown, changes: JSON.stringify(shown.changes) }
  return COLUMNS.map((column) => cells[column])
}

export const auditLogRoute = get('/admin/audit-log', {
  guard: 'operator',
  tag: 'Admin: audit log',
  operation: 'adminListAuditLog',
  summary: 'List changes of all merchants',
  query: AuditLogQuery,
  answers: { 200: ListOf(AuditEntryRecord) },
  handle: async (gateway, { query }) => {
    const page = await showAuditLog(gateway, filterOf(AuditLogQuery, query), limitOf(query))
    return answer(listView(page, auditEntryView))
  },
})

export const ownAuditLogRoute = get('/api/audit-log', {
  guard: 'merchant',
  permission: 'audit.read',
  tag: 'Audit log',
  operation: 'listAuditLog',
  summary: 'List changes, newest first',
  description: 'Changes by your team, your servers and the gateway operator. Entries cannot be edited or deleted.',
  query: OwnAuditLogQuery,
  answers: { 200: ListOf(AuditEntryRecord) },
  handle: async (gateway, { caller, query }) => {
    const filter = { ...filterOf(OwnAuditLogQuery, query), merchantId: caller.merchantId }
    return answer(listView(await showAuditLog(gateway, filter, limitOf(query)), auditEntryView))
  },
})
