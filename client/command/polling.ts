import { setTimeout as sleep } from 'node:timers/promises'
import { TollgateError } from '../error.ts'
import { failureLines } from './failure.ts'
import { sayAside } from './say.ts'

const PAUSE_MS = 1000

/**
 * Asks once a second for as long as the caller goes on. A gateway that is away for a while, or that turns away for a
 * while, is asked again; what is wrong permanently ends it.
 * @param ask what is asked each time
 * @throws TollgateError that waiting does not fix
 */
export async function* poll<T>(ask: () => Promise<T>): AsyncGenerator<T> {
  for (let isAway = false; ; await sleep(PAUSE_MS)) {
    try {
      yield await ask()
      isAway = false
    } catch (error) {
      if (!isPassing(error)) throw error
      if (!isAway) sayAside(`${failureLines(error)[0]} Retrying every second.`)
      isAway = true
    }
  }
}

const PASSING: readonly TollgateError['code'][] = [
  'no_answer',
  'timeout',
  'rate_limited',
  'unavailable',
  'server_error',
]

function isPassing(error: unknown): error is TollgateError {
  return error instanceof TollgateError && PASSING.includes(error.code)
}
