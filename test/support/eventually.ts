import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 50

/** Looks until something is there. @throws the last look's error, or a complaint, after `seconds` */
export async function eventually<T>(
  what: string,
  seconds: number,
  look: () => Promise<T | undefined | false | null>,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false && found !== null) return found
    if (Date.now() > deadline) throw new Error(`Not within ${seconds} s: ${what}.`)
    await sleep(POLL_MS)
  }
}
