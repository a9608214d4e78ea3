import { Type } from 'typebox'
import { InstantOf } from './types.ts'
import { wire } from './wire.ts'

/** Longest step of a test clock: deliveries end after four days, keys retire after weeks. */
const MOST_SECONDS = 366 * 24 * 3600

/** `POST /api/test-clock` (docs/reference/simulators.md#test-clock). */
export const TestClockBody = Type.Object({
  advance_seconds: Type.Integer({
    minimum: 1,
    maximum: MOST_SECONDS,
    description: 'Seconds to advance the clock.',
    examples: [600],
  }),
})

export const TestClock = wire('Test clock', { now: InstantOf({ description: 'Time of your clock.' }) }).named()
