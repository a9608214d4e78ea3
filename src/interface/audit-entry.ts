import { Type } from 'typebox'
import type { Requestor } from '#domain/authentication.ts'
import { ThreeDs } from './terminal.ts'
import { Instant, NullableString, nullable, Paging, Period } from './types.ts'
import { type ValueOf, wire } from './wire.ts'

const filters = {
  actor: Type.Optional(Type.String({ description: 'ID of a client or user.' })),
  action: Type.Optional(Type.String({ description: 'Such as `terminal.changed`.' })),
  subject: Type.Optional(Type.String({ description: 'ID of the changed object.' })),
  ...Period,
  ...Paging,
}

export const OwnAuditLogQuery = Type.Object(filters)

export const AuditLogQuery = Type.Object({ merchant_id: Type.Optional(Type.String()), ...filters })

const ActorKind = Type.Enum(['operator', 'merchant', 'person', 'system'])

type Changes = Readonly<Record<string, unknown>>

export const AuditEntryRecord = wire('Audit entry', {
  id: Type.String(),
  merchant_id: NullableString,
  actor: Type.String({ description: 'ID of a client or user, or the name of an automatic process.' }),
  actor_kind: Type.Union([ActorKind, Type.Null()]),
  actor_name: nullable(Type.String({ description: 'Of a person.' })),
  ip: NullableString,
  request_id: NullableString,
  action: Type.String({ examples: ['terminal.changed'] }),
  subject: Type.String(),
  changes: Type.Record(Type.String(), Type.Unknown()),
  created_at: Instant,
}).named()

export function auditEntryView(entry: ValueOf<typeof AuditEntryRecord>) {
  return AuditEntryRecord.of({ ...entry, changes: changesView(entry.changes) })
}

export function changesView({ threeDs, ...changes }: Changes): Record<string, unknown> {
  const shown = threeDs ? ThreeDs.of(threeDs as Requestor) : threeDs
  return { ...snakeCased(changes), ...(shown !== undefined && { three_ds: shown }) }
}

/** Renames fields to snake_case; keys inside values stay as the operator wrote them. */
function snakeCased(fields: Changes): Record<string, unknown> {
  const rename = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value]))
}
