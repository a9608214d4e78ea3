import { adviceOf, adviceWaitHours, suspensionOf } from './advice.ts'
import { isRetryable } from './retry.ts'
import type { Outcome } from './transaction.ts'
import type { LastDecline, Recovery } from './transaction-data.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** Further response codes after which the schemes forbid a repeated charge; others suspend the agreement. */
const FORBIDDEN: readonly string[] = ['57']

/** Result of an ask: its issuer declined it, or its provider never received it. */
export interface AskResult {
  readonly outcome: Outcome
  readonly arrived: boolean
}

/**
 * Plans the next ask. Advice may delay it, to the place of later ones, or end the recovery; it never adds one. An ask
 * that never arrived uses its day; the last decline stays (docs/reference/agreements.md#recovery).
 * @param now by the merchant's clock @returns undefined if no ask follows
 */
export function planNextAsk(
  recovery: Recovery,
  result: AskResult,
  now: Date,
): { readonly recovery: Recovery; readonly at: Date } | undefined {
  const { outcome } = result
  const { providerResponseCode, adviceCode } = outcome
  const isForbidden =
    suspensionOf({ providerResponseCode, advice: adviceOf(adviceCode) }) !== undefined ||
    FORBIDDEN.includes(providerResponseCode ?? '')
  const days = recovery.afterDays[recovery.used]
  if (days === undefined || isForbidden || !isRetryable(outcome)) return undefined
  const firstAskedAt = recovery.firstAskedAt ?? now.toISOString()
  const onDay = (day: number) => Date.parse(firstAskedAt) + day * DAY_MS
  const at = Math.max(onDay(days), now.getTime() + adviceWaitHours(adviceCode) * HOUR_MS)
  const passed = recovery.afterDays.filter((day) => onDay(day) <= at).length
  const used = Math.max(recovery.used + 1, passed)
  return { recovery: { ...recovery, firstAskedAt, used, last: lastDecline(recovery, result) }, at: new Date(at) }
}

function lastDecline({ last }: Recovery, { outcome, arrived }: AskResult): LastDecline {
  if (last && !arrived) return last
  const { code, responseMessage, providerResponseCode, providerResponseMessage, adviceCode } = outcome
  return {
    code,
    responseMessage,
    providerResponseCode,
    providerResponseMessage,
    ...(adviceCode !== undefined && { adviceCode }),
  }
}

/** Last decline of a recovery, which is final if no ask follows; undefined before the first decline. */
export function lastOutcome(recovery: Recovery | undefined): Outcome | undefined {
  return recovery?.last ? { ...recovery.last, approvalCode: null, referenceNumber: null, checks: null } : undefined
}
