import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any answer takes, a provider's time-out included. */
const ANSWER_MS = 20_000
export const PAUSE_MS = 700

/** Limits the time of a request. */
export function inTime(): AbortSignal {
  return AbortSignal.timeout(ANSWER_MS)
}

/** Repeats what has no effect until it works; the gateway may be down at the moment. */
export async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch {
      await sleep(PAUSE_MS)
    }
  }
}
