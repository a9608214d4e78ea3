import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'

/** One admin change: who did what to what. Append-only; never holds a secret. */
export interface AuditEntry extends Position {
  readonly merchantId: string | null
  /** The operator's client id. */
  readonly actor: string
  /** `merchant.created`, `terminal.changed` … */
  readonly action: string
  /** The id of what was changed. */
  readonly subject: string
  readonly changes: Readonly<Record<string, unknown>>
}

export async function insertAuditEntry(sql: Sql, entry: Omit<AuditEntry, 'createdAt'>): Promise<void> {
  await sql`
    insert into audit_log (audit_id, merchant_id, actor, action, subject, changes, created_at)
    values (${entry.id}, ${entry.merchantId}, ${entry.actor}, ${entry.action}, ${entry.subject},
      ${sql.json(entry.changes as never)}, clock_timestamp())`
}

/** Newest first, at most `limit`. */
export async function listAuditEntries(
  sql: Sql,
  merchantId: string | undefined,
  after: Position | undefined,
  limit: number,
): Promise<AuditEntry[]> {
  return sql<AuditEntry[]>`
    select audit_id as id, merchant_id as "merchantId", actor, action, subject, changes, created_at as "createdAt"
    from audit_log
    where true
      ${merchantId === undefined ? sql`` : sql`and merchant_id = ${merchantId}`}
      ${after === undefined ? sql`` : sql`and (created_at, audit_id) < (${after.createdAt}, ${after.id})`}
    order by created_at desc, audit_id desc limit ${limit}`
}
