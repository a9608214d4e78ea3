import type { Sql } from '#store/connection/database.ts'
import { deleteSessionsOf } from '#store/people/dashboard-sessions.ts'
import { purgeBrowsersOf } from '#store/people/known-browsers.ts'
import { deletePasskeysOf } from '#store/people/passkeys.ts'
import { withdrawPassword } from '#store/people/people.ts'
import { type OnceLink, passwordLink } from './links.ts'
import { removeTotp } from './second-factor.ts'

/**
 * Ends second factors and sessions, and the password, which alone would open the account
 * (docs/decisions/0068-lost-factors.md).
 * @returns the link to a page for a new password, to be shown once
 */
export async function resetSecondFactors(sql: Sql, baseUrl: string, personId: string): Promise<OnceLink> {
  await removeTotp(sql, personId)
  await deletePasskeysOf(sql, personId)
  await withdrawPassword(sql, personId)
  await deleteSessionsOf(sql, personId, null)
  await purgeBrowsersOf(sql, personId)
  return passwordLink(sql, baseUrl, personId)
}
