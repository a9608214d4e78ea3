import type { Sql } from '#store/connection/database.ts'
import { findSealedOf, replaceHeldForm } from '#store/people/dashboard-sessions.ts'
import { openUnder, sealUnder } from './under-cookie.ts'

/** A form that waits until its sender has proved who they are. */
export interface HeldForm {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Keeps a form with its session. It may hold a password or a provider's credential, so it is encrypted under the value
 * of the cookie, which only the browser has.
 */
export async function holdForm(sql: Sql, sessionId: string, token: string, form: HeldForm): Promise<void> {
  await replaceHeldForm(sql, sessionId, sealUnder(token, JSON.stringify(form)))
}

/** Takes it back, once; undefined where there is none. */
export async function takeHeldForm(sql: Sql, sessionId: string, token: string): Promise<HeldForm | undefined> {
  const { heldForm } = await findSealedOf(sql, sessionId)
  if (!heldForm) return undefined
  await replaceHeldForm(sql, sessionId, null)
  return JSON.parse(openUnder(token, heldForm)) as HeldForm
}
