import { type Measurement, summarize } from './measurement.ts'

/** How hard and how long. */
export interface Load {
  readonly connections: number
  readonly warmUpSeconds: number
  readonly seconds: number
}

/**
 * Keeps `connections` attempts in progress at any moment, each beginning when the one before it has ended, and measures
 * those that end within the window after the warm-up.
 */
export async function closedLoop(load: Load, attempt: () => Promise<unknown>): Promise<Measurement> {
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
