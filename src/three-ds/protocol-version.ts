/** Supported versions of EMV 3DS, best first. */
const OURS = ['2.2.0', '2.1.0'] as const

/** Oldest and latest supported version. */
export interface VersionRange {
  readonly start: string
  readonly end: string
  /** Supported versions in between, if listed: a range may have gaps. */
  readonly listed: readonly unknown[] | undefined
}

/** Best version in all ranges; undefined without one. */
export function commonVersion(...ranges: readonly VersionRange[]): string | undefined {
  return OURS.find((version) => ranges.every((range) => isSpoken(version, range)))
}

function isSpoken(version: string, { start, end, listed }: VersionRange): boolean {
  return start <= version && version <= end && listed?.includes(version) !== false
}
