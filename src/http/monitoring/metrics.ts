import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import type { Gateway } from '#flows/gateway.ts'

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

collectDefaultMetrics()

/** Counts one answered request. @param seconds how long it took */
export function observeRequest(method: string, route: string, status: number, seconds: number): void {
  requests.inc({ method, route, status })
  durations.observe({ method, route }, seconds)
}

const OPEN_CIRCUITS = 'tollgate_provider_circuit_open'

/** Shows which provider accounts are left alone at the moment; all processes say the same. */
export function showCircuits({ circuits }: Gateway): void {
  register.removeSingleMetric(OPEN_CIRCUITS)
  const gauge = new Gauge({
    name: OPEN_CIRCUITS,
    help: '1 while a provider account is left alone because it does not answer.',
    labelNames: ['provider_account_id'],
    aggregator: 'max',
    async collect() {
      gauge.reset()
      // Whoever watches needs the other figures most while the database is away.
      const open = await circuits.openAccounts().catch(() => [])
      for (const id of open) gauge.set({ provider_account_id: id }, 1)
    },
  })
}

/** The media type of the Prometheus text format. */
export const METRICS_TYPE = register.contentType
