import { moveTestClock, showTestClock } from '#flows/test-clock.ts'
import { TestClock, TestClockBody } from '#interface/test-clock.ts'
import { get, post } from '../route.ts'

const CLOCK = {
  guard: 'merchant',
  permission: 'settings.manage',
  tag: 'Simulators',
  shows: TestClock,
  uatOnly: true,
} as const

export const showTestClockRoute = get('/api/test-clock', {
  ...CLOCK,
  operation: 'showTestClock',
  summary: 'Show your test clock',
  handle: async (gateway, { caller }) => ({ now: await showTestClock(gateway, caller.merchantId) }),
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
  handle: async (gateway, { caller, actor, body }) => ({
    now: await moveTestClock(gateway, actor, caller.merchantId, body.advance_seconds),
  }),
})
