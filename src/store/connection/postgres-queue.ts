/** What postgres.js (3.4.9) keeps its connections and waiting statements in. */
export interface Queue<T> {
  readonly length: number
  push(item: T): T
  /** The first of them, undefined where there is none. */
  shift(): T | undefined
  /** @returns the item, null where it was not there */
  remove(item: T): T | null
}

/**
 * Takes the place of the client's own queue, which forgets what was taken out of it only when it becomes empty. Its queue
 * of idle connections becomes empty only while all are busy; until then each statement makes it longer, and looks through
 * all of it. After 100,000 statements one cost twice as much of the event loop, and so on.
 */
export default function queueOf<T>(initial: readonly T[] = []): Queue<T> {
  const items = [...initial]
  return {
    get length() {
      return items.length
    },
    push: (item) => {
      items.push(item)
      return item
    },
    shift: () => items.shift(),
    remove: (item) => {
      const index = items.indexOf(item)
      return index === -1 ? null : items.splice(index, 1)[0]!
    },
  }
}
