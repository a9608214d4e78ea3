/** Result of a loop of payments; times in milliseconds. */
export interface Measurement {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly done: number
  readonly errors: number
  readonly firstError: string | null
}

/** @param times of those that went well, in any order @param errors messages of the others */
export function summarize(times: readonly number[], errors: readonly string[], seconds: number): Measurement {
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    done: times.length,
    errors: errors.length,
    firstError: errors[0] ?? null,
  }
}

/** The value that a share of all does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
