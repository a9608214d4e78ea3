import { gatherPayments } from '#store/transactions/payment-search.ts'
import type { Gateway } from '../gateway.ts'

/** How much of the past is taken at first, in seconds; more or less of it as there is less or more in it. */
const FIRST_WINDOW_SECONDS = 3600
const MOST_AT_ONCE = 20_000
const LEAST_AT_ONCE = 5000

/** Nearly all transactions are there by then. */
const USUAL_LOOK_BACK_SECONDS = 2
/** All are: they commit within a minute of their beginning. Lists rely on it (`store/transactions/transaction-lists.ts`). */
const LONG_LOOK_BACK_SECONDS = 90
const LONG_LOOK_EVERY_MS = 30_000

/** A task that copies what payments are searched by and counts them, step by step. @returns whether there is more to do at once */
export function paymentGatherer({ sql }: Pick<Gateway, 'sql'>): () => Promise<boolean> {
  let windowSeconds = FIRST_WINDOW_SECONDS
  let looksLongAt = 0
  return async () => {
    const isLong = Date.now() >= looksLongAt
    const lookBackSeconds = isLong ? LONG_LOOK_BACK_SECONDS : USUAL_LOOK_BACK_SECONDS
    const step = { windowSeconds, lookBackSeconds, isThorough: isLong }
    const began = Date.now()
    const { gathered, caughtUp, isOurs } = await gatherPayments(sql, step)
    if (isLong && isOurs) looksLongAt = began + LONG_LOOK_EVERY_MS
    if (gathered < LEAST_AT_ONCE) windowSeconds *= 2
    if (gathered > MOST_AT_ONCE) windowSeconds /= 2
    if (caughtUp) windowSeconds = FIRST_WINDOW_SECONDS
    return !caughtUp
  }
}
