import type { Sql } from '#store/connection/database.ts'
import { findSessionSecrets, replaceHeldForm } from '#store/people/dashboard-sessions.ts'
import { decryptUnderCookie, encryptUnderCookie } from './cookie-encryption.ts'

/** Form that waits until its sender has re-authenticated. */
export interface PendingForm {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** Stores a form encrypted under the cookie's value, because it may hold a password or a provider's credential. */
export async function savePendingForm(sql: Sql, sessionId: string, token: string, form: PendingForm): Promise<void> {
  await replaceHeldForm(sql, sessionId, encryptUnderCookie(token, JSON.stringify(form)))
}

/** Consumes it once; undefined without one. */
export async function takePendingForm(sql: Sql, sessionId: string, token: string): Promise<PendingForm | undefined> {
  const { heldForm } = await findSessionSecrets(sql, sessionId)
  if (!heldForm) return undefined
  await replaceHeldForm(sql, sessionId, null)
  return JSON.parse(decryptUnderCookie(token, heldForm)) as PendingForm
}
