import { closedLoop, type Load } from './closed-loop.ts'
import type { Measurement } from './measurement.ts'
import { type OpenMeasurement, openLoop } from './open-loop.ts'

/** Latency of attempts when half as many arrive as the gateway can handle, compared with one at a time. */
export interface HalfLoad {
  /** One at a time, with nothing beside it. */
  readonly alone: Measurement
  readonly half: OpenMeasurement
}

/** Alone is measured for half as long: nothing queues there. */
const ALONE_SHARE = 0.5

/** @param perSecond what the gateway could take right before */
export async function measureHalfLoad(
  { seconds, warmUpSeconds }: Load,
  perSecond: number,
  attempt: () => Promise<unknown>,
): Promise<HalfLoad> {
  const alone = await closedLoop({ connections: 1, warmUpSeconds, seconds: seconds * ALONE_SHARE }, attempt)
  const half = await openLoop({ perSecond: perSecond / 2, warmUpSeconds, seconds }, attempt)
  return { alone, half }
}

/** Milliseconds that the slowest of a hundred at half load take beyond the usual one alone. */
export function addedMs({ alone, half }: HalfLoad): number {
  return half.p99 - alone.p50
}
