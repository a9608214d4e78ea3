import { setTimeout as sleep } from 'node:timers/promises'

/** The database may be busy; a scrape is worth more in time than complete. */
const PATIENCE_MS = 2000

/**
 * Asks for a figure and waits for two seconds at most. While an answer is still on its way no other question is asked, so
 * scrapes of a busy database do not pile up there.
 * @returns asks; undefined if there is no answer, or not in time
 */
export function inTime<T>(ask: () => Promise<T>): () => Promise<T | undefined> {
  let underWay: Promise<T | undefined> | undefined
  return () => {
    underWay ??= ask()
      .catch(() => undefined)
      .finally(() => {
        underWay = undefined
      })
    return Promise.race([underWay, sleep(PATIENCE_MS, undefined, { ref: false })])
  }
}
