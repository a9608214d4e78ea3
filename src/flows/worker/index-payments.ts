import { indexPayments, summarizeTransactions } from '#store/search/payment-search.ts'
import type { Gateway } from '../gateway.ts'

/** How much of the past is taken at first, in seconds; more or less of it as there is less or more in it. */
const FIRST_WINDOW_SECONDS = 3600
const MOST_AT_ONCE = 20_000
const LEAST_AT_ONCE = 5000

/** How far back a step looks for transactions that committed later than others, and how often. */
interface Look {
  readonly backSeconds: number
  readonly everyMs: number
}

/** All are there by then: they commit within a minute of their beginning. Lists rely on it (`store/transactions/transaction-lists.ts`). */
const LONG: Look = { backSeconds: 90, everyMs: 30_000 }
/** Nearly all are. */
const USUAL: Look = { backSeconds: 3, everyMs: 1000 }
/** Most are. What is looked at again and again costs time, too. */
const QUICK: Look = { backSeconds: 0.25, everyMs: 0 }

/** So many concurrently take the database some milliseconds: payments that come meanwhile hardly wait for a core. */
const AT_ONCE = 50
const SHORTEST_PAUSE_MS = 100
export const LONGEST_PAUSE_MS = 1000

/**
 * A task that copies what payments are searched by and counts them, step by step: each second, and in shorter steps while
 * many come. @returns true where there is more to do at once, else in how many milliseconds
 */
export function paymentIndexTask({ sql }: Pick<Gateway, 'sql'>): () => Promise<true | number> {
  let windowSeconds = FIRST_WINDOW_SECONDS
  let pauseMs = LONGEST_PAUSE_MS
  const dueLook = lookTimer()
  return async () => {
    const { look, done } = dueLook()
    if (look !== QUICK) await summarizeTransactions(sql)
    const step = { windowSeconds, lookBackSeconds: look.backSeconds, isThorough: look === LONG }
    const { gathered, caughtUp, isOurs } = await indexPayments(sql, step)
    if (isOurs) done()
    if (gathered < LEAST_AT_ONCE) windowSeconds *= 2
    if (gathered > MOST_AT_ONCE) windowSeconds /= 2
    if (!caughtUp) return true
    windowSeconds = FIRST_WINDOW_SECONDS
    pauseMs = nextPauseMs(pauseMs, gathered)
    return pauseMs
  }
}

/** The pause after which about as many will have come as are taken at once. @param gathered how many came in the last one */
export function nextPauseMs(lastMs: number, gathered: number): number {
  return Math.min(Math.max((lastMs * AT_ONCE) / gathered, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
}

/** Says which look is due, and is told when it was done. A long one is a usual one, too. */
function lookTimer() {
  let longDueAt = 0
  let usualDueAt = 0
  return () => {
    const now = Date.now()
    const look = now >= longDueAt ? LONG : now >= usualDueAt ? USUAL : QUICK
    const done = () => {
      if (look === LONG) longDueAt = now + LONG.everyMs
      if (look !== QUICK) usualDueAt = now + USUAL.everyMs
    }
    return { look, done }
  }
}
