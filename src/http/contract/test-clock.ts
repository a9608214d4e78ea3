import { Type } from 'typebox'

/** Nobody needs to wait for longer: webhooks are given up after four days, keys retire after weeks. */
const MOST_SECONDS = 366 * 24 * 3600

/** Body of `POST /api/test-clock` (docs/reference/simulators.md#test-clock). */
export const TestClockBody = Type.Object({
  advance_seconds: Type.Integer({
    minimum: 1,
    maximum: MOST_SECONDS,
    description: 'Seconds to advance the clock.',
    examples: [600],
  }),
})

/** Answer of `GET` and `POST /api/test-clock`. */
export const TestClock = Type.Object(
  {
    now: Type.String({ format: 'date-time', description: 'Time of your clock.' }),
  },
  { title: 'Test clock' },
)
