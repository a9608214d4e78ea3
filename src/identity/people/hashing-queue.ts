import { setTimeout as sleep } from 'node:timers/promises'
import { RequestError } from '#domain/problem.ts'

/** So many may wait for their turn; the last of them waits about a second. */
const MOST_WAITING = 16

const BUSY = { property: '', message: 'Too many sign-ins right now. Try again in a moment.', params: [] }

let present = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Computes the password hashes of this process one after the other. Each keeps a core busy that payments need, so where
 * more wait, the queue rests after each for as long as it took: a flood of sign-ins gets half a core at most.
 * @param compute takes some ten milliseconds
 * @throws RequestError `unavailable` where too many others wait already
 */
export async function inHashingQueue<T>(compute: () => Promise<T>): Promise<T> {
  if (present > MOST_WAITING) throw new RequestError('unavailable', [BUSY], 1)
  present += 1
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  last = last.then(async () => {
    const began = performance.now()
    // Its own caller gets its error; the next one's turn comes anyway.
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
