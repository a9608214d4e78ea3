import { type Static, Type } from 'typebox'
import type { Requestor } from '#domain/authentication.ts'
import { type AuditEntry, showAuditLog } from '#flows/admin/audit-log.ts'
import type { CsvFormat } from '#interface/csv.ts'
import { Instant, ListOf, NullableString, nullable, Paging } from '#interface/types.ts'
import { csvFile } from '../response/csv.ts'
import { answer, get } from '../route.ts'
import { requestorView } from './admin/terminals.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'
import { Period, periodOf } from './common/period.ts'

const Filters = {
  actor: Type.Optional(Type.String({ description: 'ID of a client or user.' })),
  action: Type.Optional(Type.String({ description: 'Such as `terminal.changed`.' })),
  subject: Type.Optional(Type.String({ description: 'ID of the changed object.' })),
  ...Period,
  ...Paging,
}

export const OwnAuditLogQuery = Type.Object(Filters)
export type OwnAuditLogQuery = Static<typeof OwnAuditLogQuery>

const AuditLogQuery = Type.Object({ merchant_id: Type.Optional(Type.String()), ...Filters })

const ActorKind = Type.Enum(['operator', 'merchant', 'person', 'system'])

const AuditLogList = ListOf(
  Type.Object(
    {
      id: Type.String(),
      merchant_id: NullableString,
      actor: Type.String({ description: 'ID of a client or user, or the name of an automatic process.' }),
      actor_kind: Type.Union([ActorKind, Type.Null()]),
      actor_name: nullable(Type.String({ description: 'Of a person.' })),
      ip: NullableString,
      request_id: NullableString,
      action: Type.String(),
      subject: Type.String(),
      changes: Type.Record(Type.String(), Type.Unknown()),
      created_at: Instant,
    },
    { title: 'Audit entry' },
  ),
)

function auditEntryView(entry: AuditEntry) {
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

export function changesView({ threeDs, ...changes }: AuditEntry['changes']): Record<string, unknown> {
  const shown = threeDs ? requestorView(threeDs as unknown as Requestor) : threeDs
  return { ...snakeCased(changes), ...(shown !== undefined && { three_ds: shown }) }
}

/** Renames fields to snake_case; keys inside values stay as the operator wrote them. */
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

export function auditLogCsv(format: CsvFormat, batches: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  return csvFile(format, Object.keys(COLUMNS), rowsOf(batches))
}

async function* rowsOf(batches: AsyncIterable<readonly AuditEntry[]>) {
  for await (const entries of batches)
    yield entries.map((entry) => Object.values(COLUMNS).map((cellOf) => cellOf(entry)))
}

export const auditLogRoute = get('/admin/audit-log', {
  guard: 'operator',
  tag: 'Admin: audit log',
  operation: 'adminListAuditLog',
  summary: 'List changes of all merchants',
  query: AuditLogQuery,
  answers: { 200: AuditLogList },
  handle: async (gateway, { query }) => {
    const filter = { ...filterOf(query), merchantId: query.merchant_id }
    return answer(listView(await showAuditLog(gateway, filter, limitOf(query)), auditEntryView))
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
  answers: { 200: AuditLogList },
  handle: async (gateway, { caller, query }) => {
    const filter = { ...filterOf(query), merchantId: caller.merchantId }
    return answer(listView(await showAuditLog(gateway, filter, limitOf(query)), auditEntryView))
  },
})

function filterOf(query: OwnAuditLogQuery) {
  const { actor, action, subject } = query
  return { actor, action, subject, ...periodOf(query), after: positionOf(query) }
}
