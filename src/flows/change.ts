import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '#domain/exact-json.ts'
import type { Sql } from '#store/connection/database.ts'
import { type AuditedAction, insertAuditEntry } from '#store/merchants/audit-log.ts'
import { lockConfiguration } from '#store/merchants/configuration-lock.ts'
import { bumpConfigurationVersion } from '#store/merchants/merchants.ts'
import type { Gateway } from './gateway.ts'

export type { AuditedAction }

interface Recording<T> {
  /** Reads the object, before and after: a change without a difference is not recorded. */
  readonly find?: (sql: Sql) => Promise<unknown>
  /** Changes that only the result names. */
  readonly resulting?: (result: T) => JsonObject
}

/** Commits a change together with its audit entry. */
export function withAuditEntry<T>(
  { sql }: Pick<Gateway, 'sql'>,
  deed: AuditedAction,
  act: (sql: Sql) => Promise<T>,
  recording?: Recording<T>,
): Promise<T> {
  return sql.begin(async (tx) => (await record(tx, deed, act, recording)).result)
}

/** Commits an admin change together with the merchant's new configuration version and the audit entry. */
export function applyAdminChange<T>(
  { sql }: Pick<Gateway, 'sql'>,
  deed: AuditedAction & { readonly merchantId: string },
  act: (sql: Sql) => Promise<T>,
  recording?: Recording<T>,
): Promise<T> {
  return sql.begin(async (tx) => {
    await lockConfiguration(tx, deed.merchantId)
    const { result, isRecorded } = await record(tx, deed, act, recording)
    if (isRecorded) await bumpConfigurationVersion(tx, deed.merchantId)
    return result
  })
}

async function record<T>(
  tx: Sql,
  deed: AuditedAction,
  act: (sql: Sql) => Promise<T>,
  { find, resulting }: Recording<T> = {},
) {
  const before = await find?.(tx)
  const result = await act(tx)
  const isRecorded = !find || !isDeepStrictEqual(before, await find(tx))
  if (isRecorded) await insertAuditEntry(tx, { ...deed, changes: { ...deed.changes, ...resulting?.(result) } })
  return { result, isRecorded }
}
