import type { Actor } from '#domain/actor.ts'
import { notFound } from '#domain/problem.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import { findMerchant } from '#store/merchants/merchants.ts'
import { chooseSessionMerchant } from '#store/people/dashboard-sessions.ts'
import type { Gateway } from '../gateway.ts'

export interface Chooser {
  readonly sessionId: string
  readonly memberships: readonly { readonly merchantId: string | null }[]
}

/**
 * Switches a session to a merchant, or for platform people to none. A platform person may choose any, recorded in its
 * audit log.
 * @throws RequestError `not-found`, also if the person is not a member
 */
export async function chooseMerchant(
  { sql }: Gateway,
  actor: Actor,
  { sessionId, memberships }: Chooser,
  merchantId: string | null,
): Promise<void> {
  const isMember = memberships.some((membership) => membership.merchantId === merchantId)
  const isOfPlatform = memberships.some((membership) => membership.merchantId === null)
  if (!isMember && !(isOfPlatform && merchantId !== null && (await findMerchant(sql, merchantId)))) {
    throw notFound('merchant')
  }
  await sql.begin(async (tx) => {
    await chooseSessionMerchant(tx, sessionId, merchantId)
    if (isMember || merchantId === null) return
    const deed = { actor, action: 'platform.merchant-chosen' as const, merchantId, subject: merchantId }
    await insertAuditEntry(tx, deed)
  })
}

/** Records the page of a merchant before it is shown to a platform person. */
export async function auditPlatformView(
  { sql }: Gateway,
  actor: Actor,
  merchantId: string,
  path: string,
): Promise<void> {
  const deed = { actor, action: 'platform.viewed' as const, merchantId, subject: path }
  await insertAuditEntry(sql, deed)
}
