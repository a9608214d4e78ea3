import { setTimeout as sleep } from 'node:timers/promises'

const DAY_MS = 86_400_000

/**
 * Waits for the next day of UTC if this one has fewer seconds left: tests that look for their payments on one day fail if
 * these were made on two.
 */
export async function awayFromMidnight(seconds: number): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS)
  if (leftMs < seconds * 1000) await sleep(leftMs + 100)
}
