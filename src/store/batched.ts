/** A call that waits for its turn in a batch. */
interface Waiting<K, V> {
  readonly item: K
  readonly resolve: (value: V) => void
  readonly reject: (error: unknown) => void
}

/**
 * Joins the calls that arrive in one turn of the event loop into one call with all their items, so that they share a
 * round trip and a commit. When it fails, all of them fail.
 * @param run answers every item, in the order given
 */
export function batched<K, V>(run: (items: readonly K[]) => Promise<readonly V[]>): (item: K) => Promise<V> {
  let waiting: Waiting<K, V>[] = []

  async function flush(): Promise<void> {
    const batch = waiting
    waiting = []
    try {
      const values = await run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => void resolve(values[index]!))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ item, resolve, reject })
    })
}
