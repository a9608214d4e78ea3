import { setTimeout as sleep } from 'node:timers/promises'

/** Limit for a busy database, because a late scrape is lost, and an incomplete one is not. */
const PATIENCE_MS = 1000

/**
 * Wraps a query so that callers wait for a second at most. While a query is in progress no other one starts, so
 * scrapes of a busy database do not pile up.
 * @returns the wrapped query, with undefined for no result in time
 */
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
