import { Allowance } from '#domain/allowance.ts'
import type { Gateway } from '../gateway.ts'

/**
 * Reason for rejecting a notice.
 * - `account`: the provider has no account with this ID
 * - `credentials`: the account has none to check a signature with
 * - `signature`: wrong or too old, or the stored key or certificate is no longer the provider's
 */
export type NoticeRefusal = 'account' | 'credentials' | 'signature'

const MINUTE_MS = 60_000

/** Limits log lines by provider and reason, because any number of invalid notices may arrive. */
const lines = new Map<string, Allowance>()

/** Counts and logs a rejected notice, at most once a minute: the only sign that a provider's certificate has changed. */
export function noteRefusedNotice({ observer, log }: Gateway, provider: string, reason: NoticeRefusal): void {
  observer.noticeRefused(provider, reason)
  const key = `${provider} ${reason}`
  const allowance = lines.get(key) ?? new Allowance(1, MINUTE_MS)
  lines.set(key, allowance)
  if (allowance.take() === 0) log.warn({ provider, reason }, 'provider notice rejected')
}
