import { setTimeout as sleep } from 'node:timers/promises'

/** Limit for a busy database, because a late scrape is lost, and an incomplete one is not. */
const PATIENCE_MS = 1000

/** Undefined after the limit. Only one query runs, so scrapes of a busy database do not pile up. */
export function ifAvailable<T>(ask: () => Promise<T>): () => Promise<T | undefined> {
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
