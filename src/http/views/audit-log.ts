import type { Requestor } from '#domain/authentication.ts'
import type { AuditEntry } from '#flows/admin/audit-log.ts'
import type { CsvFormat } from '../contract/csv.ts'
import { requestorView } from './admin.ts'
import { csvFile } from './csv.ts'

/** An entry of the audit log (docs/reference/admin.md#audit-log). */
export function auditEntryView(entry: AuditEntry) {
  return {
    id: entry.id,
    merchant_id: entry.merchantId,
    actor: entry.actor,
    actor_kind: entry.actorKind,
    actor_name: entry.actorName,
    ip: entry.ip,
    request_id: entry.requestId,
    action: entry.action,
    subject: entry.subject,
    changes: changesView(entry.changes),
    created_at: entry.createdAt.toISOString(),
  }
}

/** What was changed, in the words of the API. */
export function changesView({ threeDs, ...changes }: AuditEntry['changes']): Record<string, unknown> {
  const shown = threeDs ? requestorView(threeDs as Requestor) : threeDs
  return { ...snakeCased(changes), ...(shown !== undefined && { three_ds: shown }) }
}

/** Fields are recorded under the code's names; the keys inside their values are the operator's own. */
function snakeCased(fields: AuditEntry['changes']): Record<string, unknown> {
  const rename = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value]))
}

const COLUMNS: Readonly<Record<string, (entry: AuditEntry) => string | null>> = {
  id: ({ id }) => id,
  created_at: ({ createdAt }) => createdAt.toISOString(),
  actor: ({ actor }) => actor,
  actor_name: ({ actorName }) => actorName,
  actor_kind: ({ actorKind }) => actorKind,
  ip: ({ ip }) => ip,
  request_id: ({ requestId }) => requestId,
  action: ({ action }) => action,
  subject: ({ subject }) => subject,
  changes: ({ changes }) => JSON.stringify(changesView(changes)),
}

/** Entries as CSV: a header, then a row for each. */
export function auditLogCsv(format: CsvFormat, batches: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  return csvFile(format, Object.keys(COLUMNS), rowsOf(batches))
}

async function* rowsOf(batches: AsyncIterable<readonly AuditEntry[]>) {
  for await (const entries of batches)
    yield entries.map((entry) => Object.values(COLUMNS).map((cellOf) => cellOf(entry)))
}
