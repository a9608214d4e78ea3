/** Tasks that ask within this time share an answer; it keeps those with equal pauses in step. */
const SHARED_MS = 100

/**
 * Shares one look at all kinds of work between the tasks that ask for one of them.
 * @param look finds the kinds that have something due
 * @returns true from its function if a kind has
 */
export function lookout<K>(look: () => Promise<ReadonlySet<K>>): (kind: K) => Promise<boolean> {
  let found: Promise<ReadonlySet<K>> = Promise.resolve(new Set<K>())
  let until = Number.NEGATIVE_INFINITY
  return async (kind) => {
    if (performance.now() >= until) {
      until = performance.now() + SHARED_MS
      found = look()
    }
    return (await found).has(kind)
  }
}
