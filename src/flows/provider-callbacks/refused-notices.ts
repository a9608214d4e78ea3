import { Allowance } from '#domain/allowance.ts'
import type { Gateway } from '../gateway.ts'

/**
 * Why a notice is refused.
 *
 * - `account`: the provider has no account of this id
 * - `credentials`: the account has none to check a signature with
 * - `signature`: it is not right, or too old, or the key or certificate that is kept is not the provider's any more
 */
export type NoticeRefusal = 'account' | 'credentials' | 'signature'

const MINUTE_MS = 60_000

/** Lines in the log, by provider and reason: notices that are refused may come in any number. */
const lines = new Map<string, Allowance>()

/**
 * Counts a notice that is refused, and logs it at most once a minute: where a provider's certificate has changed, nothing
 * else tells that all of its notices are lost.
 * @param provider one that this gateway runs
 */
export function noteRefusedNotice({ observer, log }: Gateway, provider: string, reason: NoticeRefusal): void {
  observer.noticeRefused(provider, reason)
  const key = `${provider} ${reason}`
  const allowance = lines.get(key) ?? new Allowance(1, MINUTE_MS)
  lines.set(key, allowance)
  if (allowance.take() === 0) log.warn({ provider, reason }, 'provider notice refused')
}
