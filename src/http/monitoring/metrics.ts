import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import { problem, RequestError } from '#domain/problem.ts'
import { countReversalsToLookInto } from '#flows/admin/given-up-reversals.ts'
import type { Gateway } from '#flows/gateway.ts'
import { get, type Route } from '../route.ts'
import { ifAvailable } from './if-available.ts'
import { readMetrics } from './metrics-cluster.ts'

// One registry per process, as prom-client has it; labels never name a merchant or a reference.
const requests = new Counter({
  name: 'tollgate_http_requests_total',
  help: 'HTTP requests by method, route and status.',
  labelNames: ['method', 'route', 'status'],
})

const durations = new Histogram({
  name: 'tollgate_http_request_duration_seconds',
  help: 'Time from the first byte of a request to the last of its answer, by method and route.',
  labelNames: ['method', 'route'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
})

const unreadableAddresses = new Counter({
  name: 'tollgate_forwarded_addresses_unreadable_total',
  help: 'Requests whose address is not known, because a trusted proxy wrote an entry of X-Forwarded-For that cannot be read.',
})

// The default of 10 ms takes 1 % of a core all the time (docs/decisions/0081).
collectDefaultMetrics({ eventLoopMonitoringPrecision: 50 })

export function observeRequest(method: string, route: string, status: number, seconds: number): void {
  requests.inc({ method, route, status })
  durations.observe({ method, route }, seconds)
}

export function observeUnreadableAddress(): void {
  unreadableAddresses.inc()
}

const OPEN_CIRCUITS = 'tollgate_provider_circuit_open'

/** All processes report the same. */
export function addCircuitGauge({ circuits }: Gateway): void {
  register.removeSingleMetric(OPEN_CIRCUITS)
  const openAccounts = ifAvailable(() => circuits.openAccounts())
  const gauge = new Gauge({
    name: OPEN_CIRCUITS,
    help: '1 while a provider account is left alone because it does not answer.',
    labelNames: ['provider_account_id'],
    aggregator: 'max',
    async collect() {
      // The other metrics are needed most without the database.
      const open = await openAccounts()
      gauge.reset()
      for (const id of open ?? []) gauge.set({ provider_account_id: id }, 1)
    },
  })
}

const GIVEN_UP_REVERSALS = 'tollgate_reversals_given_up'

/** All processes report the same. */
export function addReversalGauge(gateway: Gateway): void {
  register.removeSingleMetric(GIVEN_UP_REVERSALS)
  const countGivenUp = ifAvailable(() => countReversalsToLookInto(gateway))
  const gauge = new Gauge({
    name: GIVEN_UP_REVERSALS,
    help: 'Reversals that are no longer repeated, because their provider did not confirm them.',
    aggregator: 'max',
    async collect() {
      const count = await countGivenUp()
      if (count !== undefined) gauge.set(count)
    },
  })
}

const METRICS_TYPE = register.contentType

const SILENT = 'The gateway cannot collect its metrics; try again.'

/** Requires an operator token in production (docs/reference/running.md#health-and-figures). */
export function metricsRoute(realm: string): Route {
  return get('/metrics', {
    guard: realm === 'production' ? 'operator' : 'open',
    handle: async () => {
      const text = await readMetrics()
      if (text === undefined) throw new RequestError('unavailable', [problem('', SILENT)])
      return { status: 200, text, contentType: METRICS_TYPE }
    },
  })
}

/** `METRICS_PORT`: for a scraper in a separate network, without a token. */
export function listenForScrapes(port: number, host: string): Server {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (!['GET', 'HEAD'].includes(request.method ?? '') || path !== '/metrics') return response.writeHead(404).end()
    const text = await readMetrics()
    if (text === undefined) return response.writeHead(503, { 'retry-after': '5' }).end(SILENT)
    const length = Buffer.byteLength(text)
    return response.writeHead(200, { 'content-type': METRICS_TYPE, 'content-length': length }).end(text)
  })
  return server.listen(port, host)
}
