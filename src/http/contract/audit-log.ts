import { type Static, Type } from 'typebox'
import { ListOf, NullableString, nullable, Paging } from './types.ts'

const Filters = {
  actor: Type.Optional(Type.String({ description: 'ID of a client or user.' })),
  action: Type.Optional(Type.String({ description: 'Such as `terminal.changed`.' })),
  subject: Type.Optional(Type.String({ description: 'ID of the changed object.' })),
  created_from: Type.Optional(Type.String({ format: 'date-time' })),
  created_to: Type.Optional(Type.String({ format: 'date-time', description: 'Not included itself.' })),
  ...Paging,
}

export const OwnAuditLogQuery = Type.Object(Filters)
export type OwnAuditLogQuery = Static<typeof OwnAuditLogQuery>

export const AuditLogQuery = Type.Object({ merchant_id: Type.Optional(Type.String()), ...Filters })

const ActorKind = Type.Enum(['operator', 'merchant', 'person', 'system'])

export const AuditLogList = ListOf(
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
      created_at: Type.String({ format: 'date-time' }),
    },
    { title: 'Audit entry' },
  ),
)
