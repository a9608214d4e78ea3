import type { Sql } from '#store/connection/database.ts'
import { findSessionSecrets, replaceHeldForm } from '#store/people/dashboard-sessions.ts'
import { decryptUnderCookie, encryptUnderCookie } from './cookie-encryption.ts'

/** A form that waits until its sender has proved who they are. */
export interface PendingForm {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** Keeps a form encrypted under the value of the cookie, because it may hold a password or a provider's credential. */
export async function savePendingForm(sql: Sql, sessionId: string, token: string, form: PendingForm): Promise<void> {
  await replaceHeldForm(sql, sessionId, encryptUnderCookie(token, JSON.stringify(form)))
}

/** Takes it back, once; undefined where there is none. */
export async function takePendingForm(sql: Sql, sessionId: string, token: string): Promise<PendingForm | undefined> {
  const { heldForm } = await findSessionSecrets(sql, sessionId)
  if (!heldForm) return undefined
  await replaceHeldForm(sql, sessionId, null)
  return JSON.parse(decryptUnderCookie(token, heldForm)) as PendingForm
}
