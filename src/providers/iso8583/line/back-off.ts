const FIRST_MS = 1000
const MOST_MS = 30_000

/**
 * How long to wait before the next connection: 1 s, then twice as long each time up to 30 s, and of that a random part
 * between one half and all, so that processes that lost a host together do not come back together.
 * @param failures in a row, from 1
 * @param random between 0 and 1
 */
export function backOffMs(failures: number, random = Math.random()): number {
  const longest = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))
  return longest / 2 + (random * longest) / 2
}
