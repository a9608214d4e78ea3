/** Spread over up to this part of the delay, so that what failed together does not come back together. */
const JITTER = 0.2
/** An endpoint may ask for a pause, but not for more than a day. */
const LONGEST_PAUSE_SECONDS = 86_400

/** What an attempt came to: the answer's status, null where none came in time, and the pause the endpoint asked for. */
export interface Answer {
  readonly status: number | null
  /** Seconds. */
  readonly retryAfter: number | undefined
}

export type Verdict =
  | { readonly status: 'DELIVERED' | 'FAILED' }
  | { readonly status: 'PENDING'; readonly delaySeconds: number }

/**
 * What becomes of a delivery after an attempt (docs/reference/events.md#schedule): a 2xx delivers, 410 means "never
 * again", anything else is tried again after the schedule's next pause, never sooner than the endpoint asked for, until
 * the schedule is used up.
 * @param attempts attempts so far, this one included
 * @param schedule seconds between attempts
 * @param random 0 to 1, moves the next attempt by the jitter
 */
export function verdictOn(answer: Answer, attempts: number, schedule: readonly number[], random: number): Verdict {
  if (answer.status !== null && answer.status >= 200 && answer.status < 300) return { status: 'DELIVERED' }
  const pause = schedule[attempts - 1]
  if (answer.status === 410 || pause === undefined) return { status: 'FAILED' }
  return { status: 'PENDING', delaySeconds: Math.max(pause * (1 + JITTER * random), answer.retryAfter ?? 0) }
}

/** Seconds a `Retry-After` header asks for, as a number or as a date (RFC 9110 section 10.2.3). */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), LONGEST_PAUSE_SECONDS)
}
