import { setTimeout as sleep } from 'node:timers/promises'
import { RequestError } from '#domain/problem.ts'
import { runIdempotently } from './idempotent-response.ts'

const PAUSE_MS = 250

/** Runs a form of a page as `runIdempotently` does; a second click waits for the result of the first. */
export async function runOnce(...form: Parameters<typeof runIdempotently>) {
  for (;;) {
    try {
      return (await runIdempotently(...form)).answer
    } catch (error) {
      if (!(error instanceof RequestError) || error.kind !== 'still-running') throw error
      await sleep(PAUSE_MS)
    }
  }
}
