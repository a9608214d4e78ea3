import { isReady } from '#flows/requests/availability.ts'
import { get, type Route } from '../route.ts'

const live = get('/health/live', {
  guard: 'open',
  handle: async () => ({ status: 200, json: { status: 'ok' } }),
})

/** Reports a stopping process as not ready, although it still serves (docs/reference/running.md#health-and-figures). */
function readyRoute(isStopping: () => boolean): Route {
  return get('/health/ready', {
    guard: 'open',
    handle: async (gateway) => {
      const isOk = !isStopping() && (await isReady(gateway))
      return { status: isOk ? 200 : 503, json: { status: isOk ? 'ok' : 'unavailable' } }
    },
  })
}

export function healthRoutes(isStopping: () => boolean): Route[] {
  return [live, readyRoute(isStopping)]
}
