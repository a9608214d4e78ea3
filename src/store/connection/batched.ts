import { setTimeout as sleep } from 'node:timers/promises'
import { tracedWithin } from '#trace/index.ts'
import { TRACED } from './database.ts'

interface Waiting<K, V> {
  readonly item: K
  readonly resolve: (value: V) => void
  readonly reject: (error: unknown) => void
}

/** Time after which the next batch no longer waits for this one. */
const PATIENCE_MS = 50
/** Statements stay small enough to be read in a log. */
const MAX_ITEMS = 64
/**
 * From this size on, calls outpace batches, so the next waits three times this one's duration, up to the limit
 * (docs/decisions/0017-payments-share-commits.md).
 */
const LARGE = 3
const REST = 3
const MAX_REST_MS = 15

/**
 * Joins calls of one event loop turn, of a running batch, or soon after a large one: one round trip and commit. After a
 * failure each item runs alone, so `run` must be idempotent.
 * @param run returns results in the order of the items
 */
export function batched<K, V>(run: (items: readonly K[]) => Promise<readonly V[]>): (item: K) => Promise<V> {
  const waiting: Waiting<K, V>[] = []
  let gathering = false

  async function send(batch: readonly Waiting<K, V>[]): Promise<void> {
    try {
      const values = await run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => void resolve(values[index]!))
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else await Promise.all(batch.map((one) => send([one])))
    }
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_ITEMS)
      const began = performance.now()
      await Promise.race([send(batch), sleep(PATIENCE_MS)])
      const tookMs = performance.now() - began
      if (batch.length >= LARGE && waiting.length < MAX_ITEMS) await sleep(Math.min(REST * tookMs, MAX_REST_MS))
    }
    gathering = false
  }

  const join = (item: K) =>
    new Promise<V>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (gathering) return
      gathering = true
      setImmediate(sendAll)
    })
  return (item) => tracedWithin('database batch', TRACED, () => join(item))
}
