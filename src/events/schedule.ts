/** Maximum random part of a delay, so that deliveries that failed together are not repeated together. */
const JITTER = 0.2
/** Maximum pause that an endpoint may request. */
const LONGEST_PAUSE_SECONDS = 86_400

/** Result of an attempt: the HTTP status, null without a timely response, and the pause that the endpoint requested. */
export interface Answer {
  readonly status: number | null
  /** Seconds. */
  readonly retryAfter: number | undefined
}

export type Verdict =
  | { readonly status: 'DELIVERED' | 'FAILED' }
  | { readonly status: 'PENDING'; readonly delaySeconds: number }

/**
 * Next state of a delivery (docs/reference/events.md#schedule): a 2xx delivers, 410 ends it; otherwise it is repeated
 * after the schedule's pause, or the endpoint's longer one.
 * @param attempts including this one @param schedule seconds between attempts @param random 0 to 1, for the jitter
 */
export function verdictOn(answer: Answer, attempts: number, schedule: readonly number[], random: number): Verdict {
  if (answer.status !== null && answer.status >= 200 && answer.status < 300) return { status: 'DELIVERED' }
  const pause = schedule[attempts - 1]
  if (answer.status === 410 || pause === undefined) return { status: 'FAILED' }
  return { status: 'PENDING', delaySeconds: Math.max(pause * (1 + JITTER * random), answer.retryAfter ?? 0) }
}

/** Seconds of a `Retry-After` header, a number or a date (RFC 9110 section 10.2.3). */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), LONGEST_PAUSE_SECONDS)
}
