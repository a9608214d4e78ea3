import type { Logger } from 'pino'
import { Allowance } from '#domain/allowance.ts'
import type { Watch } from '#providers/iso8583/watch.ts'
import type { Observer } from '../observer.ts'

const MINUTE_MS = 60_000

/** Logs and counts reports of the line to an acquirer. */
export function acquirerWatch(observer: Observer, log: Logger): Watch {
  // A host may send thousands; the metric counts them all.
  const lines = new Allowance(1, MINUTE_MS)
  return {
    unwritten(providerAccountId, operation, why) {
      observer.acquirerMessageUnwritten(providerAccountId, operation)
      log.error({ providerAccountId, operation, why }, 'message to acquirer not written')
    },
    unasked(providerAccountId, kind) {
      observer.acquirerMessageUnasked(providerAccountId, kind)
      if (lines.take() === 0) log.warn({ providerAccountId, kind }, 'unexpected message from acquirer received')
    },
    givenUp(providerAccountId) {
      log.warn({ providerAccountId }, 'acquirer line closed after unreadable messages')
    },
  }
}
