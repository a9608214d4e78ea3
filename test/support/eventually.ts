import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 50

/**
 * Looks until something is there. Counts looks, not time: on a busy machine a look takes longer, as does what is awaited.
 * @param seconds how long a quiet machine may take
 * @throws the last look's error, or a complaint after the last look
 */
export async function eventually<T>(
  what: string,
  seconds: number,
  look: () => Promise<T | undefined | false | null>,
): Promise<T> {
  for (let looks = Math.ceil((seconds * 1000) / POLL_MS); ; looks -= 1) {
    const found = await look()
    if (found !== undefined && found !== false && found !== null) return found
    if (looks <= 0) throw new Error(`Not within ${seconds} s of a quiet machine: ${what}.`)
    await sleep(POLL_MS)
  }
}
