import type { Actor } from '#domain/actor.ts'
import type { Sql } from '#store/connection/database.ts'
import { readSupportLimit, writeSupportLimit } from '#store/merchants/support-limit.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'

/** Maximum of one action of a merchant's support, in minor units of the payment's currency (docs/operate/dashboard.md). */
export function supportLimit({ sql }: Gateway, merchantId: string): Promise<bigint> {
  return readSupportLimit(sql, merchantId)
}

/** Limit of a user in minor units; null if the role has none. */
export async function limitOf(
  gateway: Gateway,
  { role, merchantId }: { readonly role: string; readonly merchantId: string },
): Promise<bigint | null> {
  return role === 'support' ? supportLimit(gateway, merchantId) : null
}

/** Applies from the next capture, refund or void on. */
export function changeSupportLimit(gateway: Gateway, actor: Actor, merchantId: string, limit: bigint): Promise<void> {
  const changes = { support_limit: String(limit) }
  const deed = { actor, action: 'merchant.support-limit-changed' as const, merchantId, subject: merchantId, changes }
  const write = (sql: Sql) => writeSupportLimit(sql, merchantId, limit)
  return withAuditEntry(gateway, deed, write, { find: (sql) => readSupportLimit(sql, merchantId) })
}
