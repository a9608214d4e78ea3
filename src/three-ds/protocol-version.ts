/** The versions of EMV 3DS whose messages this room writes and reads, best first. */
const OURS = ['2.2.0', '2.1.0'] as const

/** From the oldest to the latest version that somebody speaks, both included. */
export interface VersionRange {
  readonly start: string
  readonly end: string
  /** Those in between, where somebody says so: a range may have gaps. */
  readonly listed: readonly unknown[] | undefined
}

/** The best version that everybody speaks, or undefined where there is none. */
export function commonVersion(...ranges: readonly VersionRange[]): string | undefined {
  return OURS.find((version) => ranges.every((range) => isSpoken(version, range)))
}

function isSpoken(version: string, { start, end, listed }: VersionRange): boolean {
  return start <= version && version <= end && listed?.includes(version) !== false
}
