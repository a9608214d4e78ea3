import type { Sql } from '#store/connection/database.ts'
import { FAILURES_IN_A_ROW, forgetFailures, reserveFailure, returnFailure } from '#store/people/sign-in-failures.ts'

export const LOCKED = 'Too many wrong attempts. Try again in 30 minutes, or use a passkey.'

/** Result for a secret; `locked` if it was not checked. */
export type Judged<T> = { readonly outcome: 'right'; readonly value: T } | { readonly outcome: 'wrong' | 'locked' }

/**
 * Counts failures before the check, so that a burst gets as many attempts as a sequence.
 * @param name counter of consecutive failures @param judge undefined for a wrong one
 */
export async function judgeSecret<T>(
  sql: Sql,
  name: Uint8Array,
  judge: () => Promise<T | undefined>,
): Promise<Judged<T>> {
  if ((await reserveFailure(sql, name)) > FAILURES_IN_A_ROW) return { outcome: 'locked' }
  const value = await judge().catch(async (error: unknown) => {
    await returnFailure(sql, name)
    throw error
  })
  if (value === undefined) return { outcome: 'wrong' }
  await forgetFailures(sql, name)
  return { outcome: 'right', value }
}
