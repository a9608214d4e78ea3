import { isReady } from '#flows/requests/availability.ts'
import { type Route, route } from '../route.ts'

/** Whether the process runs at all. */
const live = route({
  method: 'GET',
  path: '/health/live',
  guard: 'open',
  summary: 'Is the process alive?',
  handle: async () => ({ status: 200, json: { status: 'ok' } }),
})

/**
 * Says whether requests should be sent here, and only ok or not (docs/reference/running.md#health-and-figures). A process
 * that was told to stop still serves, but wants no more.
 */
function readyRoute(isStopping: () => boolean): Route {
  return route({
    method: 'GET',
    path: '/health/ready',
    guard: 'open',
    summary: 'Can the process serve?',
    handle: async (gateway) => {
      const isOk = !isStopping() && (await isReady(gateway))
      return { status: isOk ? 200 : 503, json: { status: isOk ? 'ok' : 'unavailable' } }
    },
  })
}

/** Routes that load balancers and service managers ask. */
export function healthRoutes(isStopping: () => boolean): Route[] {
  return [live, readyRoute(isStopping)]
}
