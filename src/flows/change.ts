import type { JsonObject } from '#domain/exact-json.ts'
import type { Sql } from '#store/connection/database.ts'
import { type AuditedAction, insertAuditEntry } from '#store/merchants/audit-log.ts'
import { lockConfiguration } from '#store/merchants/configuration-lock.ts'
import { bumpConfigurationVersion } from '#store/merchants/merchants.ts'
import type { Gateway } from './gateway.ts'

export type { AuditedAction }

/** Commits a change together with its audit entry. @param resulting changes that only the result names */
export function withAuditEntry<T>(
  { sql }: Pick<Gateway, 'sql'>,
  deed: AuditedAction,
  act: (sql: Sql) => Promise<T>,
  resulting?: (result: T) => JsonObject,
): Promise<T> {
  return sql.begin(async (tx) => {
    const result = await act(tx)
    await insertAuditEntry(tx, { ...deed, changes: { ...deed.changes, ...resulting?.(result) } })
    return result
  })
}

/** Commits an admin change together with the merchant's new configuration version and the audit entry. */
export function applyAdminChange<T>(
  gateway: Gateway,
  deed: AuditedAction & { readonly merchantId: string },
  act: (sql: Sql) => Promise<T>,
): Promise<T> {
  return withAuditEntry(gateway, deed, async (sql) => {
    await lockConfiguration(sql, deed.merchantId)
    const result = await act(sql)
    await bumpConfigurationVersion(sql, deed.merchantId)
    return result
  })
}
