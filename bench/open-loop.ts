import { setTimeout as sleep } from 'node:timers/promises'
import { type Measurement, percentile, summarize } from './measurement.ts'

/** How often and how long. */
export interface Pace {
  readonly perSecond: number
  readonly warmUpSeconds: number
  readonly seconds: number
}

export interface OpenMeasurement extends Measurement {
  /** Milliseconds by which attempts began later than they should have: the bench's own delay, which is in their times. */
  readonly lateP99: number
}

/**
 * Begins attempts at fixed times as shoppers do, regardless of how many are in progress, and measures those that begin
 * after the warm-up. Times count from when an attempt should have begun, so a pause also delays those that would have
 * come meanwhile.
 */
export async function openLoop(pace: Pace, attempt: () => Promise<unknown>): Promise<OpenMeasurement> {
  const begin = performance.now() + pace.warmUpSeconds * 1000
  const end = begin + pace.seconds * 1000
  const times: number[] = []
  const delays: number[] = []
  const errors: string[] = []

  async function take(due: number): Promise<void> {
    if (due >= begin) delays.push(performance.now() - due)
    const problem = await attempt().then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (problem !== undefined) errors.push(problem)
    else if (due >= begin) times.push(performance.now() - due)
  }

  const underWay: Promise<void>[] = []
  for (let due = performance.now(); due < end; due += 1000 / pace.perSecond) {
    for (let early = due - performance.now(); early > 0; early = due - performance.now()) await sleep(early)
    underWay.push(take(due))
  }
  await Promise.all(underWay)
  return { ...summarize(times, errors, pace.seconds), lateP99: percentile(delays, 0.99) }
}
