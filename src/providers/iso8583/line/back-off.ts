const FIRST_MS = 1000
const MOST_MS = 30_000

/** 1 s, doubled up to 30 s; half is random, so that processes do not reconnect together. @param failures in a row, from 1 */
export function backOffMs(failures: number, random = Math.random()): number {
  const longest = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))
  return longest / 2 + (random * longest) / 2
}
