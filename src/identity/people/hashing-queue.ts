import { setTimeout as sleep } from 'node:timers/promises'
import { RequestError } from '#domain/problem.ts'

/** Maximum queue; its last entry waits about a second. */
const MOST_WAITING = 16

const BUSY = { property: '', message: 'Too many sign-ins right now. Try again in a moment.', params: [] }

let present = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Computes password hashes one by one, because each keeps a core busy. While others wait, the queue rests as long as a
 * hash took: a flood of sign-ins gets half a core.
 * @throws RequestError `unavailable` if too many wait
 */
export async function inHashingQueue<T>(compute: () => Promise<T>): Promise<T> {
  if (present > MOST_WAITING) throw new RequestError('unavailable', [BUSY], 1)
  present += 1
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  last = last.then(async () => {
    const began = performance.now()
    // Its caller gets the error; the next one runs regardless.
    try {
      resolve(await compute())
    } catch (error) {
      reject(error)
    }
    present -= 1
    if (present > 0) await sleep(performance.now() - began)
  })
  return promise
}
