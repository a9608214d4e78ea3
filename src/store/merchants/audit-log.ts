import type { Actor } from '#domain/actor.ts'
import type { AuditAction } from '#domain/audit-actions.ts'
import type { JsonObject } from '#domain/exact-json.ts'
import { newId } from '#domain/ids.ts'
import { keptJson, keptText } from '#domain/kept-text.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import type { Optional } from '../shape/optional.ts'
import { record } from '../shape/record.ts'
import { newest, where } from '../shape/where.ts'

/** An action and its object. Append-only; never has a secret. */
export interface AuditedAction {
  readonly actor: Actor
  readonly action: AuditAction
  /** Null if it concerns the gateway itself. */
  readonly merchantId: string | null
  readonly subject: string
  /** Changes as requested, none by default; never a secret. */
  readonly changes?: JsonObject
}

export interface AuditEntry extends Omit<AuditedAction, 'actor' | 'action'>, Position {
  readonly action: string
  readonly changes: JsonObject
  /** A client id, a person's id, or the name of what acts without being called. */
  readonly actor: string
  readonly actorName: string | null
  /** Null in entries that are older than this column. */
  readonly actorKind: 'operator' | 'merchant' | 'person' | 'system' | null
  readonly ip: string | null
  readonly requestId: string | null
}

/** `createdTo` is not included. */
export type AuditFilter = Optional<
  Pick<AuditEntry, 'actor' | 'action' | 'subject'> & {
    merchantId: string
    createdFrom: Date
    createdTo: Date
    after: Position
  }
>

/** Masks card numbers in paths, names and reasons, because entries cannot be changed later. */
export async function insertAuditEntry(sql: Sql, { actor, action, merchantId, subject, changes = {} }: AuditedAction) {
  const { kind, id, ip, requestId } = callerOf(actor)
  await sql`
    insert into audit_log (audit_id, merchant_id, actor, actor_kind, ip, request_id, action, subject, changes, created_at)
    values (${newId('aud')}, ${merchantId}, ${id}, ${kind}, ${ip}, ${requestId}, ${action}, ${keptText(subject)},
      ${sql.json(keptJson(changes))}, clock_timestamp())`
}

function callerOf(actor: Actor) {
  return typeof actor === 'string' ? { kind: 'system', id: actor, ip: null, requestId: null } : actor
}

const ENTRY = record<AuditEntry>({ id: 'audit_id', actorName: 'people.name' })(
  'id, merchantId, actor, actorName, actorKind, ip, requestId, action, subject, changes, createdAt',
)

export async function listAuditEntries(sql: Sql, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
  const { merchantId, actor, action, subject, createdFrom, createdTo, after } = filter
  const range = [
    createdFrom && sql`audit_log.created_at >= ${createdFrom}`,
    createdTo && sql`audit_log.created_at < ${createdTo}`,
  ]
  return sql<AuditEntry[]>`
    select ${ENTRY.select(sql, 'audit_log')}
    from audit_log left join people on audit_log.actor_kind = 'person' and people.person_id = audit_log.actor
    where ${where(sql, { merchantId, actor, action, subject }, ...range)}
      ${newest(sql, 'audit_log.created_at, audit_id', after, limit)}`
}
