/** How hard and how long. */
export interface Load {
  readonly connections: number
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** What a closed loop came to; times in milliseconds. */
export interface Measurement {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly done: number
  readonly errors: number
  readonly firstError: string | null
}

/**
 * Keeps `connections` attempts under way at any moment, each beginning when the one before it has ended, and measures
 * those that end within the window after the warm-up.
 */
export async function closedLoop(load: Load, attempt: () => Promise<void>): Promise<Measurement> {
  const begin = performance.now() + load.warmUpSeconds * 1000
  const end = begin + load.seconds * 1000
  const times: number[] = []
  const errors: string[] = []

  async function loop(): Promise<void> {
    while (performance.now() < end) {
      const started = performance.now()
      const problem = await attempt().then(
        () => undefined,
        (error: Error) => error.message,
      )
      const now = performance.now()
      if (problem !== undefined) errors.push(problem)
      else if (now >= begin && now < end) times.push(now - started)
    }
  }

  await Promise.all(Array.from({ length: load.connections }, loop))
  return summarize(times, errors, load.seconds)
}

function summarize(times: number[], errors: string[], seconds: number): Measurement {
  times.sort((a, b) => a - b)
  const percentile = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN
  return {
    perSecond: times.length / seconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    done: times.length,
    errors: errors.length,
    firstError: errors[0] ?? null,
  }
}
