import { closedLoop, type Load } from './closed-loop.ts'
import type { Measurement } from './measurement.ts'
import { type OpenMeasurement, openLoop } from './open-loop.ts'

/** What payments feel of each other where there are half as many as the gateway can take. */
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
  settled: () => Promise<void>,
): Promise<HalfLoad> {
  await settled()
  const alone = await closedLoop({ connections: 1, warmUpSeconds: 0, seconds: seconds * ALONE_SHARE }, attempt)
  const half = await openLoop({ perSecond: perSecond / 2, warmUpSeconds, seconds }, attempt)
  await settled()
  return { alone, half }
}

/** Milliseconds that the slowest of a hundred payments at half load take beyond the usual payment alone. */
export function addedMs({ alone, half }: HalfLoad): number {
  return half.p99 - alone.p50
}
