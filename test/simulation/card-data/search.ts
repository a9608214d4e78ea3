/** Bytes that must be nowhere, and what they would betray. */
export interface Needle {
  readonly name: string
  readonly bytes: Buffer
}

const SHORTEST = 4
/** Bits of a hash that says quickly where no needle begins. */
const HASH_BITS = 22
const GOLDEN_RATIO = 0x9e3779b1

/**
 * Looks for thousands of needles in one pass.
 * @param needles of four bytes or more
 * @returns a function that names what it finds, each once
 */
export function searchFor(needles: readonly Needle[]): (hay: Buffer) => string[] {
  const byStart = Map.groupBy(needles, ({ bytes }) => bytes.readInt32BE(0))
  const mayBegin = new Uint8Array(1 << HASH_BITS)
  for (const start of byStart.keys()) mayBegin[hashOf(start)] = 1
  return (hay) => {
    const found = new Set<string>()
    let start = 0
    for (let at = 0; at < hay.length; at += 1) {
      start = (start << 8) | hay[at]!
      if (mayBegin[hashOf(start)] === 0) continue
      const from = at - SHORTEST + 1
      for (const { name, bytes } of byStart.get(start) ?? []) {
        if (hay.subarray(from, from + bytes.length).equals(bytes)) found.add(name)
      }
    }
    return [...found].sort()
  }
}

function hashOf(start: number): number {
  return Math.imul(start, GOLDEN_RATIO) >>> (32 - HASH_BITS)
}
