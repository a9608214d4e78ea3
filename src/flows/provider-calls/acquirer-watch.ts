import type { Logger } from 'pino'
import type { Watch } from '#providers/iso8583/watch.ts'
import type { Observer } from '../observer.ts'

/** Logs and counts what the line to an acquirer has to report. */
export function acquirerWatch(observer: Observer, log: Logger): Watch {
  return {
    unwritten(providerAccountId, operation, why) {
      observer.acquirerMessageUnwritten(providerAccountId, operation)
      log.error({ providerAccountId, operation, why }, 'message to acquirer not written')
    },
  }
}
