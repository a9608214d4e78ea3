import { setTimeout as sleep } from 'node:timers/promises'
import { tracedWithin } from '#trace/index.ts'

interface Waiting<K, V> {
  readonly item: K
  readonly resolve: (value: V) => void
  readonly reject: (error: unknown) => void
}

/** A batch that takes longer than this is no reason for the next one to wait. */
const PATIENCE_MS = 50
/** Statements stay small enough to be read in a log. */
const MOST = 64
/**
 * So many concurrently say that calls come faster than batches go. A statement costs more than the rows in it, so the next batch
 * gathers for three times as long as this one took, for a moment at most.
 */
const MANY = 3
const REST = 3
const LONGEST_REST_MS = 15

/**
 * Joins calls into one call with all their items, so that they share a round trip and a commit: those of one turn of
 * the event loop, those that come while a batch is in progress, and those that come soon after a large one. When a batch fails, each of its items is tried alone,
 * so that a bad one spoils nobody else's; `run` must therefore bear being repeated.
 * @param run answers every item, in the order given
 */
export function batched<K, V>(run: (items: readonly K[]) => Promise<readonly V[]>): (item: K) => Promise<V> {
  const waiting: Waiting<K, V>[] = []
  let gathering = false

  async function carry(batch: readonly Waiting<K, V>[]): Promise<void> {
    try {
      const values = await run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => void resolve(values[index]!))
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else await Promise.all(batch.map((one) => carry([one])))
    }
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST)
      const tookMs = await patiently(carry(batch))
      if (batch.length >= MANY && waiting.length < MOST) await sleep(Math.min(REST * tookMs, LONGEST_REST_MS))
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
  return (item) => tracedWithin('database batch', {}, () => join(item))
}

/** Waits for a batch, but not indefinitely. @returns how many milliseconds it waited */
function patiently(batch: Promise<void>): Promise<number> {
  const began = performance.now()
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      resolve(performance.now() - began)
    }
    const timer = setTimeout(over, PATIENCE_MS)
    batch.finally(over)
  })
}
