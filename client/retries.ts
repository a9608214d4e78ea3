import { setTimeout as sleep } from 'node:timers/promises'
import { type ErrorCode, TollgateError } from './error.ts'

/** How long a call may take, its repetitions included, and how often it may be repeated. */
export interface RetryPolicy {
  readonly timeoutMs: number
  readonly maxRetries: number
  /** True if a call whose answer got lost may be made again. */
  readonly evenIfLost: boolean
}

/** Nothing happened, or the same Idempotency-Key will get the first answer. */
const PASSING: readonly ErrorCode[] = ['still_running', 'rate_limited', 'unavailable']

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8000

/**
 * Makes a call until it is answered permanently, the repetitions are used up, or the next one would come too late.
 * @param attempt makes it once, in at most so many milliseconds
 * @throws TollgateError of the last attempt
 */
export async function withRetries<T>(
  { timeoutMs, maxRetries, evenIfLost }: RetryPolicy,
  attempt: (timeoutMs: number) => Promise<T>,
): Promise<T> {
  const end = performance.now() + timeoutMs
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt(end - performance.now())
    } catch (error) {
      const pause = retry < maxRetries ? pauseAfter(error, retry, evenIfLost) : undefined
      if (pause === undefined || performance.now() + pause >= end) throw error
      await sleep(pause)
    }
  }
}

/** Milliseconds; undefined where another attempt would change nothing, or could do the same twice. */
function pauseAfter(error: unknown, retry: number, evenIfLost: boolean): number | undefined {
  if (!(error instanceof TollgateError)) return undefined
  const isPassing = PASSING.includes(error.code) || (evenIfLost && error.code === 'no_answer')
  return isPassing ? Math.max(backOff(retry), (error.retryAfter ?? 0) * 1000) : undefined
}

/** Twice as long each time, and never the same for many who were turned away together. */
function backOff(retry: number): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** retry, LONGEST_PAUSE_MS)
  return longest * (0.5 + Math.random() / 2)
}
