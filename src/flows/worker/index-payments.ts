import { indexPayments, summarizeTransactions } from '#store/search/payment-search.ts'
import type { Gateway } from '../gateway.ts'

/** First period of the past, in seconds; it adapts to the number of payments. */
const FIRST_WINDOW_SECONDS = 3600
const MOST_AT_ONCE = 20_000
const LEAST_AT_ONCE = 5000

/** How far back a step looks for transactions that committed later than others, and how often. */
interface Look {
  readonly backSeconds: number
  readonly everyMs: number
}

/** All have committed by then, a minute after they begin. Lists rely on it (`store/transactions/transaction-lists.ts`). */
const LONG: Look = { backSeconds: 90, everyMs: 30_000 }
/** Nearly all have. */
const USUAL: Look = { backSeconds: 3, everyMs: 1000 }
/** Most have. Repeated reads cost time, too. */
const QUICK: Look = { backSeconds: 0.25, everyMs: 0 }

/** Batch that takes the database some milliseconds, so that payments hardly wait for a core. */
const AT_ONCE = 50
const SHORTEST_PAUSE_MS = 100
export const LONGEST_PAUSE_MS = 1000

/** Indexes and counts payments, faster under load. @returns true if there is more now, else the milliseconds until then */
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

/** Pause after which about one batch will have arrived. @param gathered number in the last one */
export function nextPauseMs(lastMs: number, gathered: number): number {
  return Math.min(Math.max((lastMs * AT_ONCE) / gathered, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
}

/** Decides which look is due. A long one is a usual one, too. */
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
