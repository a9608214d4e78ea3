import { Type } from 'typebox'
import { moveTestClock, showTestClock } from '#flows/test-clock.ts'
import { answer, get, post } from '../route.ts'

/** Longest step of a test clock: deliveries end after four days, keys retire after weeks. */
const MOST_SECONDS = 366 * 24 * 3600

/** Body of `POST /api/test-clock` (docs/reference/simulators.md#test-clock). */
const TestClockBody = Type.Object({
  advance_seconds: Type.Integer({
    minimum: 1,
    maximum: MOST_SECONDS,
    description: 'Seconds to advance the clock.',
    examples: [600],
  }),
})

const TestClock = Type.Object(
  {
    now: Type.String({ format: 'date-time', description: 'Time of your clock.' }),
  },
  { title: 'Test clock' },
)

const CLOCK = {
  guard: 'merchant',
  permission: 'settings.manage',
  tag: 'Simulators',
  answers: { 200: TestClock },
  uatOnly: true,
} as const

export const showTestClockRoute = get('/api/test-clock', {
  ...CLOCK,
  operation: 'showTestClock',
  summary: 'Show your test clock',
  handle: async (gateway, { caller }) =>
    answer({ now: (await showTestClock(gateway, caller.merchantId)).toISOString() }),
})

export const advanceTestClockRoute = post('/api/test-clock', {
  ...CLOCK,
  operation: 'advanceTestClock',
  summary: 'Advance your test clock',
  description:
    'Everything due in that time is due now: the ten minutes of 3-D Secure, sessions, vouchers and other ' +
    'pending payments, the delay until settlement, webhook retries, and expiring secrets and keys. ' +
    'Clocks of other merchants do not change. Records keep the real time.',
  body: TestClockBody,
  handle: async (gateway, { caller, actor, body }) => {
    const now = await moveTestClock(gateway, actor, caller.merchantId, body.advance_seconds)
    return answer({ now: now.toISOString() })
  },
})
