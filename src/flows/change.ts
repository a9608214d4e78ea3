import type { Actor } from '#domain/actor.ts'
import type { JsonObject } from '#domain/exact-json.ts'
import { newId } from '#domain/ids.ts'
import type { Sql } from '#store/connection/database.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import { lockConfiguration } from '#store/merchants/configuration-lock.ts'
import { bumpConfigurationVersion } from '#store/merchants/merchants.ts'
import type { Gateway } from './gateway.ts'

export interface AuditedAction {
  readonly actor: Actor
  readonly action: string
  readonly merchantId: string
  readonly subject: string
  /** Requested values; never a secret. */
  readonly changes: JsonObject
}

/** Commits a change together with its audit entry. @param resulting changes that only the result names */
export function withAuditEntry<T>(
  gateway: Gateway,
  deed: AuditedAction,
  act: (sql: Sql) => Promise<T>,
  resulting?: (result: T) => JsonObject,
): Promise<T> {
  return gateway.sql.begin(async (sql) => {
    const result = await act(sql)
    const changes = { ...deed.changes, ...resulting?.(result) }
    await insertAuditEntry(sql, { id: newId('aud'), ...deed, changes })
    return result
  }) as Promise<T>
}

/** Commits an admin change together with the merchant's new configuration version and the audit entry. */
export function applyAdminChange<T>(gateway: Gateway, deed: AuditedAction, act: (sql: Sql) => Promise<T>): Promise<T> {
  return gateway.sql.begin(async (sql) => {
    await lockConfiguration(sql, deed.merchantId)
    const result = await act(sql)
    await bumpConfigurationVersion(sql, deed.merchantId)
    await insertAuditEntry(sql, { id: newId('aud'), ...deed })
    return result
  }) as Promise<T>
}
