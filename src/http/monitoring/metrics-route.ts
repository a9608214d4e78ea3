import { createServer, type Server } from 'node:http'
import { type Route, route } from '../route.ts'
import { METRICS_TYPE } from './metrics.ts'
import { readMetrics } from './metrics-cluster.ts'

/**
 * Figures for Prometheus; in production only with an operator's token (docs/reference/running.md#health-and-figures).
 */
export function metricsRoute(realm: string): Route {
  return route({
    method: 'GET',
    path: '/metrics',
    guard: realm === 'production' ? 'operator' : 'open',
    summary: 'Read the figures',
    handle: async () => ({ status: 200, text: await readMetrics(), contentType: METRICS_TYPE }),
  })
}

/** `METRICS_PORT`: the figures alone, for a scraper in a network of its own, without a token. */
export function listenForScrapes(port: number, host: string): Server {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': METRICS_TYPE }).end(await readMetrics())
  })
  return server.listen(port, host)
}
