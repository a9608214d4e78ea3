import { isReady } from '#flows/requests/availability.ts'
import { route } from '../route.ts'

/** Whether the process runs at all. */
const live = route({
  method: 'GET',
  path: '/health/live',
  guard: 'open',
  summary: 'Is the process alive?',
  handle: async () => ({ status: 200, json: { status: 'ok' } }),
})

/** Whether it can serve; says only ok or not (docs/reference/running.md#health-and-figures). */
const ready = route({
  method: 'GET',
  path: '/health/ready',
  guard: 'open',
  summary: 'Can the process serve?',
  handle: async (gateway) => {
    const isOk = await isReady(gateway)
    return { status: isOk ? 200 : 503, json: { status: isOk ? 'ok' : 'unavailable' } }
  },
})

export const healthRoutes = [live, ready]
